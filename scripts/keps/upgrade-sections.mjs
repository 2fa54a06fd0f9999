// Which documents of a folder of KEPs have commands where they tell how upgrade → downgrade → upgrade was tested.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ownReading } from './own-reading.mjs'

/** @returns {Promise<{ number: string, title: string, path: string }[]>} by number; paths of folders below `folder` */
export async function upgradeSections(folder) {
  const { parseDocument, selectSections } = await ownReading()
  const withCode = (path) => {
    const file = join(folder, path, 'README.md')
    const text = readFileSync(file, 'utf8')
    if (!mayHold(text)) return false
    try {
      const [{ section }] = selectSections(parseDocument(file, text), 'upgrade')
      return holdsCode(section.body)
    } catch (error) {
      // No such section, or nothing in it that could be done.
      if (typeof error?.file === 'string' || error?.name === 'InputError') return false
      throw error
    }
  }
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('/README.md'))
    .map((path) => path.slice(0, -'/README.md'.length))
    .filter(withCode)
    .map((path) => ({ ...metadataOf(folder, path), path }))
    .sort((a, b) => Number(a.number) - Number(b.number))
}

/**
 * Spares most documents the reading: whether code stands between a line that names the path and the next heading as high, or the
 * next question.
 */
function mayHold(text) {
  const lines = text.split('\n')
  return lines.some((line, at) => {
    if (!/^\s*(?:#|[*-] \*\*|\*\*).*upgrade.{0,12}downgrade/i.test(line)) return false
    if (/upgrade\s*\/\s*downgrade/i.test(line)) return false
    const depth = /^#*/.exec(line)[0].length
    const rest = lines.slice(at + 1)
    const end = rest.findIndex((other) => {
      const marks = /^(#+) /.exec(other)?.[1].length
      return depth > 0 ? marks !== undefined && marks <= depth : /^\s*[*-] \*\*.*\?\*\*/.test(other)
    })
    return rest
      .slice(0, end < 0 ? undefined : end)
      .some((other) => /^\s*(?:```|~~~)|^(?: {4}|\t)\s*\S/.test(other))
  })
}

const holdsCode = (body) =>
  body.some((element) => element.kind === 'code' || (element.kind === 'item' && holdsCode(element.children)))

/** Number and title as kep.yaml tells them; the folder's name where there is none, or it cannot be read. */
function metadataOf(folder, path) {
  const [, number = '', words = ''] = /(\d+)-([^/]*)$/.exec(path) ?? []
  const told = (() => {
    try {
      return parse(readFileSync(join(folder, path, 'kep.yaml'), 'utf8'))
    } catch {
      return {}
    }
  })()
  return { number, title: typeof told?.title === 'string' ? told.title : words.replaceAll('-', ' ') }
}
