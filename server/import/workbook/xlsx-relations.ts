import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { parseWholePart } from './parse-part.ts'

export interface Relation {
  /** Last segment of the type's address, such as `worksheet`; strict files have other addresses. */
  readonly type: string
  readonly target: string
}

/** Reads the relations of a file within the workbook by their ids. */
export async function readRelations(archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part)
  const relations = new Map<string, Relation>()
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(name)) return relations
  await parseWholePart(archive, name, {
    openTag(tag, { Id: id, Type: type = '', Target: target, TargetMode: mode }) {
      if (tag !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      relations.set(id, { type: posix.basename(type), target: path })
    },
  })
  return relations
}
