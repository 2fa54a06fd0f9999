// Upstream: kubectl/pkg/cmd/debug/debug.go (Complete)
import { goJsonKind } from '../../../apimachinery/go-json-kind.ts'
import { parse } from '../../../component-base/yaml.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import type { Container } from './profiles.ts'

/** The part of a container that the file of --custom holds; undefined where none is named, or the file is null. Rejects with KubectlErrors. */
export async function customProfile({ flags, host }: Session): Promise<Partial<Container> | undefined> {
  const file = flags.string('custom')
  if (file === '') return undefined
  let text: string
  try {
    text = await host.readFile(file)
  } catch {
    throw new KubectlError(
      `must pass a container spec json file for custom profile: open ${file}: no such file or directory`,
    )
  }
  const invalid = (why: string): KubectlError =>
    new KubectlError(`${file} does not contain a valid container spec: ${why}`)
  let read: unknown
  try {
    read = parse(text)
  } catch (error) {
    throw invalid((error as Error).message)
  }
  // As Go decodes null into a pointer: there is none.
  if (read === null || read === undefined) return undefined
  const kind = goJsonKind(read)
  if (kind !== 'object')
    throw invalid(
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${kind} into Go value of type v1.Container`,
    )
  return read as Partial<Container>
}
