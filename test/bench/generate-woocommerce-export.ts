import { writeLines } from './write-lines.ts'

const HEADER =
  'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"In stock?",Stock,"Weight (kg)",' +
  '"Sale price","Regular price",Categories,Tags,Images,Parent,"Grouped products",Position,"Attribute 1 name","Attribute 1 value(s)",' +
  '"Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Attribute 2 visible","Attribute 2 global"\n'

const COLORS = ['Bone', 'Moss', 'Slate']
const MATERIALS = ['Stoneware', 'Porcelain', 'Ash', 'Brass', 'Linen']
const VARIABLE_EVERY = 5

/** All variations come after all products, the order that is hardest to import. @returns the number of lines */
export function generateWooCommerceExport(path: string, productCount: number): Promise<number> {
  return writeLines(path, buildLines(productCount))
}

function* buildLines(productCount: number): Generator<string> {
  yield HEADER
  for (let index = 0; index < productCount; index++) yield buildProduct(index)
  for (let index = 0; index < productCount; index += VARIABLE_EVERY)
    yield* COLORS.map((color, position) => buildVariation(index, color, position))
}

function buildProduct(index: number): string {
  const isVariable = index % VARIABLE_EVERY === 0
  const material = MATERIALS[index % MATERIALS.length]
  const description =
    `"<p>Piece ${index} is made of ${material}, by hand and in <strong>small</strong> series.</p>\\n<ul><li>Wash it with warm water.</li>` +
    `<li style=""color: red"">Height ${10 + (index % 40)} cm</li></ul><p>It stands well on a table, on a shelf, or by itself.</p>"`
  const price = isVariable ? '' : (5 + (index % 300)).toFixed(2)
  const colors = isVariable ? `Color,"${COLORS.join(', ')}",1,1` : ',,,'
  return (
    `${index + 1},${isVariable ? 'variable' : 'simple'},SKU-${index},"Piece ${index} &amp; more",1,0,visible,"A piece of ${material}.",` +
    `${description},1,,0.45,,${price},"House > Kind ${index % 60}","handmade, table",https://cdn.example/pictures/piece-${index}.jpg,` +
    `,,0,Material,${material},1,1,${colors}\n`
  )
}

function buildVariation(index: number, color: string, position: number): string {
  const [id, parent] = [10_000_000 + index * 10 + position, position === 0 ? `id:${index + 1}` : `SKU-${index}`]
  return (
    `${id},variation,SKU-${index}-${position},"Piece ${index} - ${color}",1,0,visible,,,1,4,,,${10 + position},,,,` +
    `${parent},,${position},Color,${color},,1,,,,\n`
  )
}
