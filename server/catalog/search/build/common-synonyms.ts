import { listSearchedTexts, type SynonymEntry } from '../../rules/synonyms.ts'
import { foldValue } from '../words.ts'

/**
 * Words that mean the same in nearly every shop, by language, with `|` between the groups. Others belong in an owner's
 * `synonyms.csv`.
 */
const GROUPS: Readonly<Record<string, string>> = {
  en: `
    laptop, notebook | tv, television | refrigerator, fridge | mobile phone, cell phone, smartphone |
    hard drive, hard disk, hdd | ssd, solid state drive | usb stick, flash drive, pen drive, thumb drive |
    memory card, sd card | earphones, earbuds | ps4, playstation 4 | ps5, playstation 5 | wi-fi, wifi, wlan |
    adapter, adaptor | vacuum cleaner, hoover | cooktop, hob | stove, cooker | faucet, tap | flashlight, torch |
    wrench, spanner | hex key, allen key, hexagon key | hex bolt, hexagon bolt, hex head screw, hexagon head screw |
    countersunk screw, flat head screw | stainless steel, inox | extension cord, extension lead, extension cable |
    sofa, couch, settee | wardrobe, armoire | nightstand, bedside table | chest of drawers, dresser | rug, carpet |
    curtain, drape | cutlery, flatware, silverware | duvet, comforter | picture frame, photo frame |
    trash can, garbage can, waste bin, dustbin | barbecue, bbq | diaper, nappy | stroller, pushchair, pram, buggy |
    crib, cot | pacifier, soother | sweater, jumper, pullover | trousers, pants | sneakers, trainers | t-shirt, tee |
    swimsuit, bathing suit | handbag, purse | raincoat, rain jacket | bathrobe, dressing gown |
    glasses, spectacles, eyeglasses | jewelry, jewellery | backpack, rucksack | bicycle, bike |
    motorcycle, motorbike | cookie, biscuit | candy, sweets | aluminum, aluminium | gray, grey | color, colour |
    tire, tyre | fiber, fibre | theater, theatre`,
  de: `
    laptop, notebook | fernseher, tv, fernsehgerät | handy, smartphone, mobiltelefon | festplatte, hdd |
    usb-stick, speicherstick | speicherkarte, sd-karte | wlan, wi-fi, wifi | spülmaschine, geschirrspüler |
    föhn, fön, haartrockner | rasierer, rasierapparat | druckerpatrone, tintenpatrone |
    steckdosenleiste, mehrfachsteckdose | lampe, leuchte | glühbirne, leuchtmittel, glühlampe |
    schraubenzieher, schraubendreher | inbusschlüssel, innensechskantschlüssel | akkuschrauber, akkubohrschrauber |
    unterlegscheibe, beilagscheibe | edelstahl, inox | sofa, couch | vorhang, gardine | tischdecke, tischtuch |
    topf, kochtopf | mülleimer, abfalleimer | grill, barbecue, bbq | kinderwagen, buggy | schnuller, nuckel |
    pullover, pulli, sweater | turnschuhe, sneaker | rucksack, backpack | fahrrad, bike, velo | kekse, plätzchen |
    orange, apfelsine | kartoffel, erdapfel | brötchen, semmel | sahne, rahm`,
}

/** Lists the built-in synonyms of a locale (BCP 47), except groups with a word for which the owner lists synonyms. */
export function listCommonSynonyms(locale: string, owned: readonly SynonymEntry[]): readonly SynonymEntry[] {
  const known = new Set(owned.flatMap((entry) => listSearchedTexts(entry).searched.map(foldValue)))
  return (GROUPS[new Intl.Locale(locale).language] ?? '').split('|').flatMap((group) => {
    const [word = '', ...synonyms] = group.split(',').map((text) => text.trim())
    if (word === '' || [word, ...synonyms].some((text) => known.has(foldValue(text)))) return []
    return [{ word, synonyms, isOneWay: false }]
  })
}
