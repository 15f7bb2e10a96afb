import { xmlDeclaration, xmlText } from './xlsx-text.ts'

/** The fixed parts of a workbook with one sheet: its content types and relationships. */
const packages = 'http://schemas.openxmlformats.org/package/2006'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const packageType = 'application/vnd.openxmlformats-package'

const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${type}"/>`

export const contentTypesXml =
  `${xmlDeclaration}<Types xmlns="${packages}/content-types">` +
  `<Default Extension="rels" ContentType="${packageType}.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  part('/xl/workbook.xml', `${spreadsheetType}.sheet.main+xml`) +
  part('/xl/worksheets/sheet1.xml', `${spreadsheetType}.worksheet+xml`) +
  part('/xl/styles.xml', `${spreadsheetType}.styles+xml`) +
  part('/docProps/core.xml', `${packageType}.core-properties+xml`) +
  '</Types>'

function relationsXml(targets: readonly { type: string; path: string }[]): string {
  const lines = targets.map(
    ({ type, path }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="${path}"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

export const packageXml = relationsXml([
  { type: `${relations}/officeDocument`, path: 'xl/workbook.xml' },
  { type: `${packages}/relationships/metadata/core-properties`, path: 'docProps/core.xml' },
])

export const workbookRelationsXml = relationsXml([
  { type: `${relations}/worksheet`, path: 'worksheets/sheet1.xml' },
  { type: `${relations}/styles`, path: 'styles.xml' },
])

export function workbookXml({ name }: { name: string }): string {
  return (
    `${xmlDeclaration}<workbook xmlns="${main}" xmlns:r="${relations}">` +
    `<sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  )
}

export function coreXml({ author, created }: { author: string; created: Date }): string {
  const name = xmlText(author)
  const instant = `${created.toISOString().slice(0, 19)}Z`
  const dated = (tag: string) =>
    `<dcterms:${tag} xsi:type="dcterms:W3CDTF">${instant}</dcterms:${tag}>`
  return (
    `${xmlDeclaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties"` +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:creator>${name}</dc:creator><cp:lastModifiedBy>${name}</cp:lastModifiedBy>` +
    `${dated('created')}${dated('modified')}</cp:coreProperties>`
  )
}
