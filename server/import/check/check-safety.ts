import type { Product } from '../../../shared/catalog.ts'
import type { Company } from '../../../shared/site.ts'
import { companyKey, listMissingContacts } from '../../catalog/rules/companies.ts'
import type { FaultCounter, FindingKind } from './check-report.ts'

const KINDS = ['noManufacturer', 'noResponsiblePerson', 'noSafetyInformation'] as const

/** Finds what product safety law asks for, as far as the owner uses it. */
export class SafetyCheck {
  readonly #findings: FaultCounter<FindingKind>
  /** What at least one product has. */
  readonly #used = new Set<string>()
  /** Names that products refer to, by their keys. */
  readonly #names = new Map<string, string>()

  constructor(findings: FaultCounter<FindingKind>) {
    this.#findings = findings
  }

  addProduct({ slug, discontinued, manufacturer, responsiblePerson, ...product }: Product): void {
    const warnings = product.safetyInformation ?? product.pictograms
    for (const [index, value] of [manufacturer, responsiblePerson, warnings].entries()) {
      const kind = KINDS[index]!
      if (value !== undefined) this.#used.add(kind)
      // A discontinued product is no longer offered.
      else if (!discontinued) this.#findings.add(kind, slug)
    }
    for (const name of [manufacturer, responsiblePerson]) if (name) this.#names.set(companyKey(name), name)
  }

  addCompanies(companies: readonly Company[]): void {
    for (const company of companies) {
      this.#names.delete(companyKey(company.name))
      const missing = listMissingContacts(company)
      if (missing.length > 0) this.#findings.add('incompleteCompany', company.name, `no ${missing.join(', no ')}`)
    }
    for (const name of this.#names.values())
      this.#findings.add('incompleteCompany', name, 'companies.csv has no such name')
  }

  isLookedFor(kind: string): boolean {
    return !KINDS.some((own) => own === kind) || this.#used.has(kind)
  }
}
