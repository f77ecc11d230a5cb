import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'

/** A node of the syntax tree; each type has properties of its own. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

/** Only development builds serve the page of the widgets. */
const COMPONENTS = globSync('client/**/*.tsx', { exclude: ['client/pages/widgets/*'] })

const ELEMENTS: readonly string[] = ['JSXElement', 'JSXFragment']

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value

function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* walk(child)
}

/**
 * Translators of browsers replace text nodes, so React may only render a text that is the only child of an element,
 * whose whole content React replaces. A text with siblings needs an element of its own.
 */
function findTexts(source: string): readonly string[] {
  const program = parseAst(source, { lang: 'tsx' }) as unknown as SyntaxNode
  const nodes = [...walk(program)]
  /** Names that are declared as elements: constants with JSX, and properties of the type `ReactElement`. */
  const elements = new Set<string>()
  for (const { type, id, init, key, typeAnnotation } of nodes) {
    if (type === 'VariableDeclarator' && isNode(init) && !mayBeText(init)) elements.add(nameOf(id))
    const isProperty = type === 'TSPropertySignature' && isNode(typeAnnotation)
    if (isProperty && /\bReactElement\b/.test(sourceOf(typeAnnotation))) elements.add(nameOf(key))
  }

  function sourceOf({ start, end }: SyntaxNode): string {
    return source.slice(start, end as number)
  }

  function mayBeText(node: unknown): boolean {
    if (!isNode(node)) return false
    const { type, callee, arguments: given } = node
    if (type === 'JSXText') return String(node['value']).trim() !== ''
    if (type === 'Literal') return typeof node['value'] === 'number' || String(node['value'] ?? '').trim() !== ''
    if (type === 'ConditionalExpression') return mayBeText(node['consequent']) || mayBeText(node['alternate'])
    if (type === 'LogicalExpression')
      return mayBeText(node['right']) || (node['operator'] !== '&&' && mayBeText(node['left']))
    if (type === 'JSXExpressionContainer' || type === 'ChainExpression') return mayBeText(node['expression'])
    // By convention, functions and lists with these names contain elements.
    if (/^(children|render)/.test(sourceOf(node))) return false
    if (type === 'Identifier') return !elements.has(sourceOf(node))
    if (type === 'CallExpression' && isNode(callee)) {
      if (sourceOf(callee) === 'cloneElement') return false
      const [render] = given as readonly SyntaxNode[]
      const body = /\.(flatMap|map)$/.test(sourceOf(callee)) && render ? render['body'] : undefined
      return !isNode(body) || (body.type !== 'BlockStatement' && mayBeText(body))
    }
    return ![...ELEMENTS, 'JSXEmptyExpression'].includes(type)
  }

  return nodes.flatMap((node) => {
    if (!ELEMENTS.includes(node.type)) return []
    const children = (node['children'] as readonly SyntaxNode[]).filter(
      ({ type, value }) => type !== 'JSXText' || !/^\s*\n\s*$/.test(String(value)),
    )
    // The children of a fragment have the siblings of the fragment.
    return children.length > 1 || node.type === 'JSXFragment' ? children.filter(mayBeText).map(sourceOf) : []
  })
}

const nameOf = (node: unknown) => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '')

test.for([
  ['a text beside an element', '<p>Count: <b>{count}</b></p>', ['Count: ']],
  ['a conditional text', '<p><b />{isOpen ? "open" : null}</p>', ['{isOpen ? "open" : null}']],
  ['two expressions', '<p>{first} {second}</p>', ['{first}', '{second}']],
  ['a text of a fragment', '<>{text}</>', ['{text}']],
  ['a mapped text', '<p><b />{list.map((item) => item.name)}</p>', ['{list.map((item) => item.name)}']],
  ['an only text', '<p>{isOpen ? "open" : null}</p>', []],
  ['elements beside elements', '<p><b /> {isOpen && <b />}{list?.map((item) => <b>{item}</b>)}{children}</p>', []],
] as const)('finds texts that translators separate from React: %s', ([, source, found]) => {
  expect(findTexts(source)).toEqual(found)
})

/** Returns the words that a component writes itself, and thus in one language on all sites. */
function findWords(source: string): readonly unknown[] {
  const nodes = [...walk(parseAst(source, { lang: 'tsx' }) as unknown as SyntaxNode)]
  const texts = nodes.map(({ type, name, value }) => {
    if (type === 'JSXText') return value
    const isShown = type === 'JSXAttribute' && /^(?:alt|aria-label|placeholder|title)$/.test(nameOf(name))
    return isShown && isNode(value) && value.type === 'Literal' ? value['value'] : ''
  })
  return texts.filter((text) => /(?<![&\p{L}])\p{L}{2}/u.test(String(text)))
}

test('no component writes words that are not in the messages', () => {
  expect(findWords('<p title="Next">{count} pieces</p>')).toEqual(['Next', ' pieces'])
  const found = COMPONENTS.flatMap((file) => findWords(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
})

test('each text in the components is the only child of its element', () => {
  expect(COMPONENTS.length).toBeGreaterThan(50)
  const found = COMPONENTS.flatMap((file) => findTexts(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
})
