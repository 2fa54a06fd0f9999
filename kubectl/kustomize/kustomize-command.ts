// Upstream: kustomize/kustomize/commands/build

import type { JsonObject } from '../../apimachinery/json.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'
import { kustomize } from './kustomize.ts'

/** `kubectl kustomize DIR`. */
export async function kustomizeCommand(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (words.length > 1) throw new KubectlError('specify one path to kustomization.yaml')
  for (const flag of ['enable-helm', 'enable-alpha-plugins', 'network'])
    if (flags.bool(flag)) throw new KubectlError(`the built-in kustomize does not support --${flag}`)
  const objects = await builtObjects(session, words[0] ?? '.')
  const text = objects.map(emitYaml).join('---\n')
  const output = flags.string('output')
  if (output === '') host.stdout(text)
  else await host.writeFile(output, text)
  return 0
}

/** The objects that the kustomization of a directory builds. */
export function builtObjects(session: Session, dir: string): Promise<JsonObject[]> {
  return kustomize(session.host, dir, recordedNextTo(session.minor))
}
