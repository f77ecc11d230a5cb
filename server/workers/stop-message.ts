/** What a worker is sent to finish what is under way and end. */
export const STOP_MESSAGE = 'stop'
