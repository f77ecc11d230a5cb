/**
 * Grades a response by the HTTP Observatory (MDN, "Tests & Scoring"): 100 points minus deductions, and bonuses from 90
 * points on. Redirects from plain HTTP are not graded, because the proxy sends them, nor preload lists of browsers.
 */

interface GradedResponse {
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly html: string
  readonly origin: string
}

interface Finding {
  readonly test: string
  readonly result: string
  readonly points: number
}

const EXTRA_FROM = 90
const SIX_MONTHS_S = 15_768_000

const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
  [0, 'F'],
] as const

export function gradeResponse(response: GradedResponse): {
  readonly grade: string
  readonly score: number
  readonly findings: readonly Finding[]
} {
  const findings = Object.entries(TESTS).map(([test, judge]) => {
    const [result, points] = judge(response)
    return { test, result, points }
  })
  const sum = (of: readonly Finding[]) => of.reduce((total, { points }) => total + points, 0)
  const base = 100 + sum(findings.filter(({ points }) => points < 0))
  const score = Math.max(0, base >= EXTRA_FROM ? base + sum(findings.filter(({ points }) => points > 0)) : base)
  return { grade: GRADES.find(([least]) => score >= least)![1], score, findings }
}

type Judge = (response: GradedResponse) => readonly [result: string, points: number]

const TESTS: Readonly<Record<string, Judge>> = {
  cookies: ({ headers }) =>
    headers['set-cookie'] === undefined ? ['none', 0] : ['some, although this site needs none', -40],
  'cross-origin resource sharing': ({ headers, origin }) => {
    const allowed = headers['access-control-allow-origin']
    if (allowed === undefined || allowed === '*' || allowed === origin) return ['none, public or restricted', 0]
    return headers['access-control-allow-credentials'] === undefined
      ? ['restricted', 0]
      : ['universal, with credentials', -50]
  },
  'content security policy': ({ headers }) => judgePolicy(headers['content-security-policy']),
  'strict transport security': ({ headers }) => {
    const given = headers['strict-transport-security']
    if (given === undefined) return ['not implemented', -20]
    const age = /(?:^|;)\s*max-age=(\d+)\s*(?:;|$)/i.exec(given)?.[1]
    if (age === undefined) return ['cannot be recognised', -20]
    return Number(age) >= SIX_MONTHS_S ? ['at least six months', 0] : ['less than six months', -10]
  },
  'referrer policy': ({ headers }) => {
    const given = headers['referrer-policy']
    if (given === undefined) return ['not implemented', 0]
    const last = given.split(',').at(-1)!.trim()
    return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(last)
      ? ['private', 5]
      : ['unsafe or not recognised', -5]
  },
  'subresource integrity': ({ html, origin }) => {
    const sources = [...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, source]) => source!)
    if (sources.some((source) => source.startsWith('//') || new URL(source, origin).protocol !== 'https:'))
      return ['scripts over HTTP', -50]
    return sources.some((source) => new URL(source, origin).origin !== origin)
      ? ['foreign scripts', -5]
      : ['own scripts only', 0]
  },
  'x-content-type-options': ({ headers }) =>
    headers['x-content-type-options'] === 'nosniff' ? ['nosniff', 0] : ['not implemented', -5],
  'x-frame-options': ({ headers }) => {
    const ancestors = readDirectives(headers['content-security-policy'] ?? '').get('frame-ancestors')
    if (ancestors && !ancestors.some((source) => ['*', 'http:', 'https:'].includes(source))) return ['by the policy', 5]
    return /^(?:deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '')
      ? ['by its header', 0]
      : ['not implemented', -20]
  },
  'cross-origin resource policy': ({ headers }) => {
    const given = headers['cross-origin-resource-policy']
    if (given === undefined || given === 'cross-origin') return ['none, or for everybody', 0]
    return ['same-origin', 'same-site'].includes(given) ? [given, 10] : ['cannot be recognised', -5]
  },
}

function judgePolicy(policy: string | undefined): readonly [string, number] {
  if (policy === undefined || policy.trim() === '') return ['not implemented', -25]
  const directives = readDirectives(policy)
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*']
  const [scripts, styles, objects] = [sourcesOf('script-src'), sourcesOf('style-src'), sourcesOf('object-src')]
  if (hasInline(scripts) || scripts.some(isBroad) || objects.some(isBroad)) return ['unsafe', -20]
  const insecure = [...directives]
    .filter(([, sources]) => sources.some((source) => source.startsWith('http:')))
    .map(([name]) => name)
  if (insecure.some((name) => name !== 'img-src' && name !== 'media-src')) return ['something over HTTP', -20]
  if (scripts.includes("'unsafe-eval'") || styles.includes("'unsafe-eval'")) return ['unsafe-eval', -10]
  if (insecure.length > 0) return ['pictures or media over HTTP', -10]
  if (hasInline(styles) || styles.some(isBroad)) return ['unsafe styles', 0]
  const forms = directives.get('form-action')
  const isClosed =
    sourcesOf('default-src').join() === "'none'" &&
    forms !== undefined &&
    forms.every((source) => ["'none'", "'self'"].includes(source))
  return isClosed ? ["nothing unsafe, default-src 'none'", 10] : ['nothing unsafe', 5]
}

function isBroad(source: string): boolean {
  return ['*', 'http:', 'https:', 'http://*', 'https://*', 'ftp:', 'blob:', 'data:'].includes(source)
}

/** Browsers that know these ignore `unsafe-inline` beside them. */
function hasInline(sources: readonly string[]): boolean {
  return (
    sources.includes("'unsafe-inline'") &&
    !sources.some((source) => /^'(?:nonce|sha\d{3})-|^'strict-dynamic'$/.test(source))
  )
}

/** If a directive is repeated, the first counts. */
function readDirectives(policy: string): Map<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>()
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name && !directives.has(name)) directives.set(name, sources)
  }
  return directives
}
