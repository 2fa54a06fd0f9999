// Objects from `-f`: files, directories, stdin; several documents, lists.
import { parseAllDocuments } from 'yaml'
import type { KubeObject } from '../server/apimachinery/json.ts'
import type { Session } from './session.ts'
import { KubectlError } from './usage-error.ts'

export async function readManifests(session: Session): Promise<KubeObject[]> {
  const names = session.line.all('filename').flatMap((f) => f.split(','))
  if (names.length === 0) throw new KubectlError('must specify one of -f and -k')
  const objects: KubeObject[] = []
  for (const name of names)
    for (const [file, text] of await texts(session, name)) objects.push(...parseManifests(text, file))
  if (objects.length === 0) throw new KubectlError('no objects passed to apply')
  return objects
}

async function texts(session: Session, name: string): Promise<[string, string][]> {
  const { host } = session
  if (name === '-') return [['STDIN', await host.stdin()]]
  const listed = await host.listFiles(name).catch(() => {
    throw new KubectlError(`the path "${name}" does not exist`)
  })
  if (listed === undefined) return [[name, await host.readFile(name)]]
  const files = listed.filter((f) => /\.(ya?ml|json)$/.test(f)).sort()
  return Promise.all(
    files.map(async (f): Promise<[string, string]> => [`${name}/${f}`, await host.readFile(`${name}/${f}`)]),
  )
}

export function parseManifests(text: string, file: string): KubeObject[] {
  const documents = parseAllDocuments(text, { version: '1.1' })
  return [...documents].flatMap((document) => {
    const problem = document.errors[0]
    if (problem !== undefined)
      throw new KubectlError(
        `error parsing ${file}: error converting YAML to JSON: yaml: ${problem.message.split('\n')[0]}`,
      )
    const value = document.toJS() as (KubeObject & { items?: KubeObject[] }) | null
    if (value === null) return []
    if (value.kind === 'List' && Array.isArray(value.items)) return value.items
    if (typeof value.kind !== 'string')
      throw new KubectlError(
        `error validating "${file}": error validating data: kind not set; if you choose to ignore these errors, turn validation off with --validate=false`,
      )
    if (typeof value.apiVersion !== 'string')
      throw new KubectlError(
        `error validating "${file}": error validating data: apiVersion not set; if you choose to ignore these errors, turn validation off with --validate=false`,
      )
    return [value]
  })
}
