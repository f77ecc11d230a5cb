/** Writes an RSS feed, in which the first item begins on line 6. */
export function writeRss(items: string): string {
  return `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Tornio</title>
<link>https://shop.example/</link>
${items}
</channel>
</rss>
`
}

/** Writes an item of a group of shirts. */
export function writeShirt(id: string, color: string, size: string, more = ''): string {
  return `<item>
<g:id>${id}</g:id>
<title>Linen shirt, ${color}, ${size}</title>
<g:description>Soft &amp; cool.

5 &lt; 6 sizes</g:description>
<link>https://shop.example/p/linen-shirt.html?v=${id}</link>
<g:image_link>https://cdn.example/${color}.jpg</g:image_link>
<g:availability>in_stock</g:availability>
<g:price>40.00 USD</g:price>
<g:item_group_id>LS</g:item_group_id>
<g:color>${color}</g:color>
<g:size>${size}</g:size>
<g:gender>unisex</g:gender>
${more}</item>`
}
