/** What is wrong with a field of the enquiry; they are loaded with its rules. */
export const enquiryErrors = {
  text: 'This has to be a text.',
  tooLong: (length: number) => `Please use at most ${length} characters.`,
  product: 'There is no such product.',
  request: 'Please write what you would like to know.',
  name: 'Please give your name.',
  email: 'Please give an e-mail address such as name@example.com.',
  phone: 'This telephone number is not complete.',
  preferredTime: 'Please give a day and a time, or neither.',
  preferredTimePast: 'Please choose a day that is still to come, or today.',
  preferredTimeLate: 'This day is too far away.',
} as const
