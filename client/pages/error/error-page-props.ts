/** What an error page receives (specification, section 2). */
export interface ErrorPageProps {
  readonly statusCode: number
  readonly statusMessage: string
  readonly description: string
  /** In development only. */
  readonly stack?: string
}
