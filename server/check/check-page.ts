import { escapeHtml } from '../../shared/escape.ts'
import { absoluteUrl, categoryPath, productPath } from '../../shared/urls.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import { describeLinks, type CatalogCheck, type Fault, type FaultList } from './check-report.ts'

interface PageContext {
  readonly siteUrl: string
  readonly store: Pick<CatalogStore, 'readSite' | 'findProduct' | 'findCategory'>
  /** Sentences about settings of the server. */
  readonly reminders: readonly string[]
  readonly now: Date
}

/** The browser loads nothing and runs no script, whatever the catalogue's texts contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8d1c6, #39342f); --quiet: light-dark(#504a41, #b3aa9f) }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f7f4ef, #171513); color: light-dark(#1d1a16, #ece6dc); overflow-wrap: anywhere }
h1 { margin: .5rem 0; line-height: 1.2 }
h2 { margin: 2.5rem 0 .5rem; line-height: 1.3; font-size: 1.375rem }
h3 { margin: 1.75rem 0 .25rem; line-height: 1.3; font-size: 1.0625rem }
p { margin: .25rem 0 }
a { color: light-dark(#8c371a, #e39a72) }
a:focus-visible { outline: 2px solid; outline-offset: 2px }
table { width: 100%; border-collapse: collapse }
th, td { padding: .375rem 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: normal; vertical-align: top }
thead th { font-weight: 600 }
tr > :last-child { padding-inline-start: 1rem; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
ul, ol { margin: .25rem 0; padding-inline-start: 1.75rem }
li { padding: .125rem 0 }
.quiet { color: var(--quiet) }
`

/** The page needs no other file. */
export async function buildCheckPage(check: CatalogCheck, context: PageContext): Promise<string> {
  const { damage, products, faults, findings, links, unfinished, advice } = check
  const { name, locale } = await context.store.readSite()
  const title = `Quality report: ${name}`
  const hints = [...unfinished, ...advice, ...context.reminders]
  const body = [
    `<h1>Quality report: <span lang="${escapeHtml(locale)}">${escapeHtml(name)}</span></h1>`,
    `<p class="quiet">${context.now.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${products} ${products === 1 ? 'product' : 'products'} checked</p>`,
    damage.length > 0 && buildSection('The database is damaged; restore a backup', buildTexts(damage)),
    faults.length > 0 && buildSection('Problems', buildOverview(faults)),
    findings.length > 0 && buildSection('What could be better', buildOverview(findings)),
    links && `<p class="quiet">${escapeHtml(describeLinks(links))}</p>`,
    hints.length > 0 && buildSection('The site', buildTexts(hints)),
    await buildDetails([...faults, ...findings], { ...context, locale }),
  ].filter(Boolean)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`
}

function buildSection(heading: string, content: string): string {
  return `<section>\n<h2>${escapeHtml(heading)}</h2>\n${content}\n</section>`
}

function buildTexts(texts: readonly string[]): string {
  return `<ul>\n${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n')}\n</ul>`
}

function buildOverview(lists: readonly FaultList[]): string {
  const found = lists.filter(({ count }) => count > 0)
  const rows = [...found, ...lists.filter(({ count }) => count === 0)].map(({ kind, title, count }) => {
    const text = count > 0 ? `<a href="#${kind}">${escapeHtml(title)}</a>` : escapeHtml(title)
    return `<tr${count > 0 ? '' : ' class="quiet"'}><th scope="row">${text}</th><td>${count}</td></tr>`
  })
  return `<table>\n<thead><tr><th scope="col">What was checked</th><th scope="col">Number</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
}

interface DetailsContext extends PageContext {
  readonly locale: string
}

async function buildDetails(lists: readonly FaultList[], context: DetailsContext): Promise<string> {
  const sections: string[] = []
  for (const { kind, title, count, entries } of lists.filter((list) => list.count > 0)) {
    const items: string[] = []
    for (const entry of entries) items.push(`<li>${await buildEntry(entry, context)}</li>`)
    const rest = count > entries.length ? `<p class="quiet">and ${count - entries.length} more</p>` : ''
    sections.push(`<h3 id="${kind}">${escapeHtml(title)}: ${count}</h3>\n<ol>\n${items.join('\n')}\n</ol>\n${rest}`)
  }
  return sections.length === 0 ? '' : buildSection('The first of each kind', sections.join('\n'))
}

/** Only names what has no page. */
async function buildEntry({ slug, detail }: Fault, { store, siteUrl, locale }: DetailsContext): Promise<string> {
  const text = detail === null ? '' : `: ${escapeHtml(detail)}`
  const product = await store.findProduct(slug)
  const category = product ? undefined : (await store.findCategory(slug))?.category
  const found = product ?? category
  if (!found) return escapeHtml(slug) + text
  const url = absoluteUrl(product ? productPath(slug) : categoryPath(slug), siteUrl)
  return `<a href="${escapeHtml(url)}" lang="${escapeHtml(locale)}">${escapeHtml(found.name)}</a> <span class="quiet">(${escapeHtml(slug)})</span>${text}`
}
