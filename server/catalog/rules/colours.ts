import { foldText } from '../../../shared/slug.ts'

/** Minimum share of colours for swatches. Among flavours, 'Orange' is not a colour. */
const COLOURS_MIN_SHARE = 0.5

const SWATCH_COLOURS_MAX = 4

/**
 * Colour names in English, German, Spanish, French, Italian, Dutch, Portuguese, Scandinavian languages and Polish, without
 * accents and spaces.
 */
const NAMES: Readonly<Record<string, string>> = {
  '#000000': 'black schwarz negro noir nero zwart preto svart sort czarny jet onyx ebony',
  '#ffffff': 'white weiss blanco blanc blanche bianco wit branco vit biały hvit hvid optical snow schnee',
  '#f0ebe0': 'chalk kreide kreideweiss tiza craie',
  '#808080': 'grey gray grau gris grigio grijs cinza gra szary',
  '#8f8b85': 'smoke rauch rauchgrau humo ahumado',
  '#c0c0c0': 'silver silber silbern plata plateado argent argento zilver prata prateado sølv srebrny',
  '#3c3f44':
    'anthracite anthrazit antracita antracite antraciet charcoal gunmetal graphite graphit grafito grafiet coal',
  '#708090': 'slate slategrey slategray schiefer pizarra ardoise steel stahl acero',
  '#d32f2f': 'red rot rojo roja rouge rosso rossa rood vermelho rod rød czerwony',
  '#8b0000': 'darkred dunkelrot',
  '#6d1f2f': 'burgundy bordeaux bordeauxrot burdeos wine winered weinrot granate vinotinto bordo maroon oxblood',
  '#dc143c': 'crimson scarlet karmesin scharlachrot cherry kirschrot ruby rubin cranberry raspberry himbeere',
  '#ff8c00': 'orange naranja arancione oranje laranja pomaranczowy tangerine darkorange',
  '#cc5500':
    'burntorange rust rost rostrot oxido terracotta terrakotta terracota copper kupfer cobre cuivre rame koper',
  '#ffd600': 'yellow gelb amarillo amarilla jaune giallo gialla geel amarelo gul zołty lemon zitronengelb',
  '#e1ad01': 'mustard senf senfgelb mostaza moutarde senape mosterd mostarda ochre ocker ocre amber bernstein',
  '#d4af37': 'gold golden dorado oro dore goud dourado guld gull złoty brass messing laton',
  '#b76e79': 'rosegold rosegolden ororosa',
  '#cd7f32': 'bronze bronce brons',
  '#2e7d32': 'green grun verde vert verte groen gron grønn grøn zielony forest forestgreen waldgrun',
  '#006400': 'darkgreen dunkelgrun bottlegreen flaschengrun tannengrun pine emerald smaragd',
  '#90ee90': 'lightgreen hellgrun',
  '#808000': 'olive oliv olivgrun oliva olijf olivegreen khakigreen army',
  '#8a9a5b': 'moss moos moosgrun musgo mousse sage salbei salvia sauge',
  '#a9bfa5': 'celadon seladon',
  '#4f7942': 'fern farn farngrun helecho',
  '#98e8c1': 'mint minze menta menthe munt',
  '#32cd32': 'lime limette limegreen neongreen',
  '#00897b': 'teal petrol petroleo petrole pfauenblau',
  '#40e0d0': 'turquoise turkis turquesa turchese turkoois turkusowy aqua',
  '#00a9ce': 'cyan zyan cian',
  '#1e66d0': 'blue blau azul bleu bleue blu blauw bla niebieski royal royalblue konigsblau cobalt kobalt cobalto',
  '#00008b': 'darkblue dunkelblau azuloscuro mediumblue',
  '#1b2a49':
    'navy navyblue marine marineblau marineblauw marino azulmarino bleumarine granatowy midnight indigo ink night nacht noche',
  '#8db4dc': 'lightblue hellblau skyblue himmelblau celeste babyblue azulclaro bleuciel chambray lightchambray',
  '#4a6484': 'denim jeans jeansblau',
  '#7b3fa0':
    'violet violett lila morado violeta viola paars roxo purple lilla purpur fioletowy aubergine plum pflaume lilac flieder',
  '#b497d6': 'lavender lavendel lavanda lavande mauve',
  '#ff80ab': 'pink rosa rose roze rosado rosy rozowy blush',
  '#e91e8c': 'magenta fuchsia fucsia hotpink cyclamen',
  '#ff7f50': 'coral koralle corail corallo salmon lachs salmone saumon apricot aprikose peach pfirsich',
  '#795548':
    'brown braun marron brun brune marrone bruin marrom brazowy chocolate schokolade schokobraun coffee mocha mokka',
  '#3a2519': 'tenmoku',
  '#4a2c1d': 'darkbrown dunkelbraun espresso walnut nussbaum',
  '#b5815a': 'tan camel cognac caramel karamell caramelo nutmeg hazel cinnamon zimt',
  '#e3d5b8':
    'beige sand arena sable sabbia ecru natural natur naturel naturale nude taupe stone oatmeal linen oat hafer',
  '#fff4d6': 'cream creme crema ivory elfenbein marfil ivoire avorio offwhite wollweiss vanilla',
  '#bdb26b': 'khaki kaki caqui',
}

const COLOURS: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([colour, names]) => names.split(' ').map((name) => [name, colour] as const)),
)

/** Names of CSS colours that are common in product data and missing in `NAMES`. Browsers know their values. */
const CSS_NAMES: ReadonlySet<string> = new Set(
  (
    'aquamarine azure chartreuse darkgray darkgrey darkslategray darkslategrey deeppink deepskyblue firebrick ' +
    'lightgray lightgrey lightpink midnightblue orchid seagreen sienna thistle tomato wheat'
  ).split(' '),
)

const SEPARATOR = /\s*[/&+,;|]\s*|\s+(?:and|und|y|et|e|en|och|i|with|mit|con|avec)\s+|\s+[-–]\s+/

/** Reads one CSS colour of 'Navy blue', two of 'black/white'. @returns an empty list if a part is not a known colour */
export function readColours(value: string): readonly string[] {
  const parts = foldText(value).trim().split(SEPARATOR)
  const colours = parts.flatMap((part) => readColour(part) ?? [])
  return colours.length === parts.length ? [...new Set(colours)].slice(0, SWATCH_COLOURS_MAX) : []
}

export function areColours(values: readonly string[]): boolean {
  return (
    values.filter((value) => readColours(value).length > 0).length >= Math.max(1, values.length * COLOURS_MIN_SHARE)
  )
}

/** Reads a colour of one or more words, of which the last one that names a colour counts: 'heather green', 'bleu marine'. */
function readColour(text: string): string | undefined {
  const words = text.split(/[^\p{L}]+/u).filter(Boolean)
  if (words.length > 3) return undefined
  for (const name of [words.join(''), ...words.toReversed()]) {
    const colour = COLOURS.get(name) ?? (CSS_NAMES.has(name) ? name : undefined) ?? readShade(name)
    if (colour !== undefined) return colour
  }
  return undefined
}

/** Reads compounds such as 'hellgrau' and 'mittelblau' by their last word. */
function readShade(word: string): string | undefined {
  const [, name = ''] = /^(?:hell|dunkel|mittel|pastell|neon|licht|donker|ljus|mork)(.+)$/.exec(word) ?? []
  return COLOURS.get(name)
}
