import { BusyError } from '../fair-queue.ts'

/**
 * What is made for several clients at once may be refused for the sake of the one who asked first: then it is made for this one.
 * @param produce shares what is under way, else begins it for this client
 * @throws BusyError where it is refused for this client itself; else what producing throws
 */
export async function askInOwnTurn<Result>(client: string, produce: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await produce()
    } catch (error) {
      if (!(error instanceof BusyError) || error.client === client) throw error
    }
  }
}
