import { foldText } from '../../../shared/slug.ts'
import type { VitrineField } from '../formats/vitrine/vitrine-columns.ts'

/**
 * Folds a heading so that spellings of one name are equal. Case, accents, spaces, underscores and hints in brackets
 * make no difference, `ae` is `ä`, and `imageUrl` is `image url`. In Arabic, neither do the article and the form of a final `ة`.
 */
export function foldHeading(heading: string): string {
  return splitHeading(heading).join('')
}

/** Folds words, which spaces separate. */
export function foldWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map(foldHeading))
}

export function splitHeading(heading: string): readonly string[] {
  const text = heading.replace(/[([{][^)\]}]*[)\]}]/g, ' ')
  return foldText((/[\p{L}\p{N}]/u.test(text) ? text : heading).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/([aou])e/g, '$1')
    .replace(/ة/g, 'ه')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((part) => part.replace(/^ال(?=\p{L}{2})/u, ''))
    .filter(Boolean)
}

export type HeadingMeaning = VitrineField | 'subcategory' | 'currency' | 'option'

/**
 * Column names in tables of shops, suppliers and merchandise management systems, in English, German, Spanish, French,
 * Italian, Dutch, Portuguese, Polish and Arabic. If several columns match, the one whose name comes first is taken.
 */
// prettier-ignore
const NAMES: Readonly<Partial<Record<HeadingMeaning, string>>> = {
  slug: 'slug, url slug, handle, url handle, url key, url rewritten, permalink',
  name: `name, product name, product title, article name, item name, title, titel, produktname, artikelname, artikelbezeichnung,
    produktbezeichnung, warenbezeichnung, bezeichnung, bezeichnung 1, artikelbezeichnung 1, artikelbez, benennung, designation, libelle, libelle produit,
    nom, nom du produit, nom produit, nom article, intitule, titre, nombre, nombre del producto, nombre de producto, nombre producto, nombre articulo, titulo,
    denominacion, nome, nome prodotto, nome del prodotto, nome articolo, titolo, denominazione, naam, productnaam, artikelnaam, nome do produto, nome produto,
    designacao, nazwa, nazwa produktu, nazwa towaru, tytul, product, produkt, producto, produit, prodotto, produto, item, article, artikel, articulo, articolo,
    اسم المنتج, اسم الصنف, اسم المادة, المنتج, الصنف, اسم`,
  sku: `sku, article number, article no, art no, art nr, art num, artnr, artikelnummer, artikel nr, artikelnr, item number, item no, item nr, item code, item sku,
    product number, product code, product no, product sku, produktnummer, produkt nr, part number, part no, part nr, partnumber, teilenummer, teile nr, sachnummer,
    materialnummer, material nr, mat nr, bestellnummer, bestell nr, best nr, order number, order no, order code, stock code, stock number, catalog number,
    catalogue number, cat no, katalognummer, model number, model no, modellnummer, variant sku, referencia, codigo articulo, codigo de articulo,
    codigo producto, codigo de producto, numero de articulo, num articulo, cod articulo, reference, reference produit, reference article, ref produit,
    ref article, code article, code produit, numero d article, codice articolo, codice prodotto, cod articolo, codice, riferimento, artikelcode, productcode,
    productnummer, bestelnummer, codigo do produto, codigo produto, cod produto, numer katalogowy, kod produktu, kod towaru, numer artykulu, indeks, symbol,
    codigo, kod, cod, code, reference number, ref no, ref, nummer, number, numero, nr, no,
    default code, رقم الصنف, رقم المنتج, كود الصنف, كود المنتج, رمز المنتج, رمز الصنف, الرقم, كود, رمز, item, article, artikel, articulo, articolo`,
  gtin: `gtin, gtin ean, ean gtin, gtin13, gtin 13, gtin14, ean, ean13, ean 13, ean8, ean code, ean nummer, ean nr, ean upc, upc ean, upc, upc code, barcode, bar code,
    isbn, isbn13, strichcode, codigo de barras, codigo ean, cod barras, code barre, code barres, code a barres, gencod, code ean, codice a barre, codice ean,
    streepjescode, kod kreskowy, kod ean, global trade item number, jan,
    باركود, الرمز الشريطي, رقم الباركود`,
  mpn: `mpn, manufacturer part number, manufacturer number, manufacturer article number, mfr part number, mfr part no, mfg part number, mfr no,
    herstellernummer, hersteller nr, herstellernr, hersteller artikelnummer, herstellerartikelnummer, hersteller art nr, hersteller teilenummer,
    referencia del fabricante, referencia fabricante, numero de pieza del fabricante, reference fabricant, ref fabricant, codice produttore, codice del produttore,
    fabrikantnummer, referencia do fabricante, kod producenta, numer producenta`,
  brand: `brand, brand name, brands, marke, markenname, marca, marque, merk, marka, manufacturer, manufacturer name, hersteller, herstellername, fabricante,
    fabricant, produttore, fabrikant, producent, maker, make, vendor,
    العلامة التجارية, الماركة, الشركة المصنعة, المصنع`,
  shortDescription: `short description, short desc, summary, kurzbeschreibung, kurztext, descripcion corta, descripcion breve, resumen, description courte, resume,
    descrizione breve, korte beschrijving, korte omschrijving, descricao curta, krotki opis, excerpt, teaser,
    وصف مختصر, وصف قصير`,
  description: `description, product description, long description, full description, item description, article description, beschreibung,
    produktbeschreibung, artikelbeschreibung, langbeschreibung, langtext, descripcion, descripcion larga, descripcion del producto, descripcion completa,
    description longue, description produit, descriptif, descrizione, descrizione lunga, descrizione prodotto, beschrijving, omschrijving, lange omschrijving,
    artikelomschrijving, productomschrijving, descricao, descricao do produto, opis, opis produktu, pelny opis, body html, body, details, desc,
    الوصف, وصف المنتج, التفاصيل, البيان`,
  category: `category, category path, category name, categories, product category, kategorie, kategorien, hauptkategorie, produktkategorie, warengruppe,
    produktgruppe, artikelgruppe, rubrik, product group, product type, collection, categoria, categorias, categoria principal, familia, categorie, categories,
    famille, rayon, categorieen, productgroep, artikelgroep, kategoria, grupa towarowa, hauptgruppe, main category, categoria prodotto, group, gruppe,
    الفئة, التصنيف, القسم, المجموعة`,
  tags: 'tags, tag, schlagworte, schlagworter, stichworte, stichworter, etiquetas, etichette, trefwoorden, tagi, labels',
  availability: `availability, stock status, in stock, is in stock, available, stock, stock quantity, stock qty, stock level, inventory, inventory quantity, on hand,
    qty on hand, available quantity, available stock, verfugbarkeit, verfugbar, lieferbar, lagerbestand, lager, bestand, lagermenge, auf lager, lagernd, existencias,
    disponibilidad, disponible, disponibilite, en stock, quantite en stock, disponibilita, giacenza, voorraad, beschikbaarheid, op voorraad, disponibilidade,
    estoque, dostepnosc, stan magazynowy, stan, qty, quantity, quantite, quantita, cantidad, quantidade, ilosc,
    التوفر, المخزون, الكمية, متوفر, الكمية المتوفرة`,
  leadTime: `lead time, delivery time, lieferzeit, lieferfrist, plazo de entrega, tiempo de entrega, delai de livraison, delai, tempo di consegna, levertijd,
    prazo de entrega, czas dostawy, czas realizacji,
    مدة التوصيل, مدة التسليم`,
  weight: `weight, item weight, product weight, net weight, gewicht, nettogewicht, artikelgewicht, peso, peso neto, peso netto, poids, poids net, waga, weight value,
    الوزن`,
  packSize: `pack size, package size, packing unit, package quantity, units per pack, pieces per pack, pcs per pack, vpe, verpackungseinheit, stuck pro packung,
    unidad de embalaje, unidades por paquete, unidades por caja, conditionnement, colisage, unite d emballage, pezzi per confezione, verpakkingseenheid,
    unidades por embalagem, sztuk w opakowaniu`,
  minimumQuantity: `minimum quantity, minimum order quantity, min order quantity, min order qty, minimal quantity, moq, min qty, mindestbestellmenge, mindestmenge,
    mindestabnahme, mindestabnahmemenge, cantidad minima, pedido minimo, quantite minimum, quantite minimale, quantita minima, minimale bestelhoeveelheid,
    quantidade minima, minimalna ilosc`,
  unitQuantity: 'unit price quantity, unit price total measure, unit pricing measure, grundpreis menge, grundpreismenge, grundpreis inhalt',
  unitBase: 'unit price base, unit price base measure, unit pricing base measure, grundpreis basis, grundpreisbasis, grundpreis einheit, grundpreiseinheit, grundpreis bezug',
  images: `images, image, image url, image urls, image link, image src, image file, picture, pictures, picture url, photo, photos, photo url, main image,
    product image, product images, product image url, hosted image urls, cover media url, additional image link, additional images, bild, bilder, bild url, bild link, bilddatei, bildname,
    produktbild, produktbilder, hauptbild, artikelbild, abbildung, foto, fotos, foto url, imagen, imagenes, imagen principal, url imagen, url de la imagen,
    image principale, url image, visuel, immagine, immagini, url immagine, afbeelding, afbeeldingen, imagem, imagens, url da imagem, zdjecie, zdjecia, obraz, obrazek, img,
    الصورة, الصور, صورة المنتج, رابط الصورة`,
  documents: `documents, document, datasheet, data sheet, datenblatt, produktdatenblatt, sicherheitsdatenblatt, safety data sheet, manual, user manual, anleitung,
    bedienungsanleitung, ficha tecnica, ficha de datos, fiche technique, notice, scheda tecnica, manuale, handleiding, karta produktu, instrukcja, pdf, pdf url`,
  // Without "EU", it may be an employee.
  responsiblePerson: `eu responsible person, responsible person eu, eu verantwortliche person, verantwortliche person eu, persona responsable ue,
    personne responsable ue, persona responsabile ue, verantwoordelijke persoon eu, pessoa responsavel ue, osoba odpowiedzialna ue`,
  safetyInformation: `safety information, safety instructions, safety warnings, sicherheitshinweise, sicherheitsinformationen, warnhinweise,
    informacion de seguridad, informations de securite, consignes de securite, informazioni sulla sicurezza, avvertenze,
    veiligheidsinformatie, informacoes de seguranca, informacje o bezpieczenstwie`,
  pictograms: 'pictograms, hazard pictograms, ghs pictograms, piktogramme, gefahrenpiktogramme, pictogramas, pictogrammes, pittogrammi, pictogrammen, piktogramy',
  externalLink: `external link, product url, product link, url, link, produktlink, produkt url, produktseite, shop link, shop url, deeplink, enlace, url del producto,
    lien, lien produit, url produit, collegamento, url prodotto, productlink, webseite, website`,
  condition: `condition, item condition, zustand, condicion, etat, condizione, conditie, condicao,
    الحالة`,
  visibility: `visibility, visible, published, active, is active, product online, online, aktiv, sichtbar, veroffentlicht, activo, activa, publicado, actif, publie,
    attivo, actief, zichtbaar, ativo, aktywny, widoczny`,
  discontinued: 'discontinued, eol, end of life, auslauf, auslaufartikel, ausgelaufen, descatalogado, obsoleto, fin de serie, fuori produzione, uitlopend',
  replacedBy: 'replaced by, successor, replacement, nachfolger, nachfolgeartikel, ersetzt durch, ersatzartikel, sustituido por, remplace par, sostituito da, vervangen door',
  featured: 'featured, is featured, top product, highlight, topartikel, destacado, mis en avant, in evidenza',
  equivalents: 'equivalent to, oem, oem number, oem numbers, oem nr, oe number, oe numbers, oe nr, vergleichsnummer, vergleichsnummern, cross reference, cross references, referencias cruzadas',
  metaTitle: 'meta title, seo title, page title, seitentitel, meta titel, titulo seo',
  metaDescription: 'meta description, seo description, meta beschreibung, descripcion seo',
  subcategory: `subcategory, sub category, sub categories, category 2, category 3, unterkategorie, unterkategorien, untergruppe, unterwarengruppe, kategorie 2, kategorie 3, subgruppe,
    subcategoria, subcategorias, subfamilia, sous categorie, sous famille, sottocategoria, sottofamiglia, subcategorie, subgroep, podkategoria, subgroup`,
  currency: 'currency, currency code, wahrung, moneda, divisa, devise, valuta, moeda, waluta, العملة',
  option: `colour, color, farbe, color name, colour name, couleur, colore, kleur, cor, kolor, size, grosse, konfektionsgrosse, talla, taille, taglia, maat, tamanho, rozmiar, schuhgrosse, اللون, المقاس, الحجم`,
}

interface Meaning {
  readonly meaning: HeadingMeaning
  /** Position in the list of names; a lower one is more certain. */
  readonly rank: number
}

const MEANINGS = new Map<string, readonly Meaning[]>()
for (const [meaning, names] of Object.entries(NAMES) as [HeadingMeaning, string][])
  for (const [rank, name] of names.split(',').entries()) {
    const key = foldHeading(name)
    MEANINGS.set(key, [...(MEANINGS.get(key) ?? []), { meaning, rank }])
  }

/** A number or a unit of mass at the end of a heading makes no difference. */
export function listMeanings(heading: string): readonly Meaning[] {
  const key = foldHeading(heading)
  const forms = [key, key.replace(/\d{1,2}$/, ''), key.replace(/(?:in)?(?:kg|g|mg|lbs?|oz)$/, '')]
  return forms.map((form) => MEANINGS.get(form)).find(Boolean) ?? []
}
