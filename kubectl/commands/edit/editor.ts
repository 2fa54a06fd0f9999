// The editor that KUBE_EDITOR or EDITOR names.
// Upstream: kubectl/pkg/cmd/util/editor/editor.go

import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import { goYaml } from '../../../apimachinery/scheme/yaml-schema.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import { parse } from '../../../component-base/yaml.ts'
import { KubectlError } from '../../errors.ts'
import type { KubectlHost } from '../../host.ts'

const notFound = 127

/** Writes the text to the file, has it edited, and resolves with what the file holds then. */
export async function launchEditor(host: KubectlHost, path: string, text: string): Promise<string> {
  const command = host.env.get('KUBE_EDITOR') || host.env.get('EDITOR') || 'vi'
  await host.writeFile(path, text)
  const { exitCode, stderr } = await host.execute(`${command} ${path}`)
  if (exitCode !== 0) {
    if (exitCode === notFound) throw new KubectlError(`unable to launch the editor ${goQuote(command)}`)
    host.stderr(stderr)
    const shell = host.env.get('SHELL') || '/bin/bash'
    const quoted = command.includes(' ') && /["'\\]/.test(command)
    throw new KubectlError(
      `there was a problem with the editor ${goQuote(quoted ? `${shell} -c ${command}` : command)}`,
    )
  }
  return host.readFile(path)
}

/** The text without lines that are comments. */
export const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')

/** What of a text counts: its value as JSON, or where it is no YAML, all but its comments. Upstream: StripComments */
export function essence(text: string): string {
  try {
    return goJson(parse(text, { ...goYaml, uniqueKeys: false }))
  } catch {
    return withoutComments(text)
  }
}
