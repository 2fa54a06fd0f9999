// Upstream: pkg/kubelet/kubeletconfig/configfiles/configfiles.go and util/codec/codec.go
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { isObject } from '../../server/apimachinery/json.ts'
import { ComponentConfigScheme } from '../../server/apimachinery/scheme/component-config.ts'
import { parseYaml } from '../../server/apimachinery/scheme/parse-yaml.ts'
import { KubeletStartError } from './kubelet-start-error.ts'

/** A KubeletConfiguration as it was written, decoded: fields that the file does not have hold Go's zero values. */
export interface ConfigFile {
  value: Record<string, unknown>
  /** The document itself, to tell what was given from what is zero. */
  given: Record<string, unknown>
}

/** Reads and decodes `--config`. Throws KubeletStartError with the real kubelet's words. */
export async function loadConfigFile(
  path: string,
  options: { release: Release; logger: Logger; readText: (path: string) => Promise<string> },
): Promise<ConfigFile> {
  const fail = (why: string): never => {
    throw new KubeletStartError(
      `failed to load kubelet config file, path: ${path}, error: failed to load Kubelet config file ${path}, error ${why}`,
    )
  }
  let text = ''
  try {
    text = await options.readText(path)
  } catch {
    fail(`failed to read kubelet config file "${path}", error: open ${path}: no such file or directory`)
  }
  if (text.length === 0) fail(`kubelet config file "${path}" was empty`)
  try {
    return decodeConfig(text, options)
  } catch (error) {
    return fail(`failed to decode: ${(error as Error).message}`)
  }
}

function decodeConfig(text: string, { release, logger }: { release: Release; logger: Logger }): ConfigFile {
  const { value, strictError } = parseDocument(text)
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown }
  const shown = JSON.stringify(value)
  if (typeof kind !== 'string' || kind === '') throw new Error(`Object 'Kind' is missing in '${shown}'`)
  if (typeof apiVersion !== 'string' || apiVersion === '')
    throw new Error(`Object 'apiVersion' is missing in '${shown}'`)
  const scheme = new ComponentConfigScheme(release.facts)
  if (!scheme.has(apiVersion, kind))
    throw new Error(
      `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:${release.minor >= 33 ? 111 : 100}"`,
    )
  const decoded = scheme.decode(apiVersion, kind, value)
  const strict = [...(strictError === undefined ? [] : [strictError]), ...decoded.strictErrors]
  if (strict.length > 0)
    logger.logS('I', 'Using lenient decoding as strict decoding failed', {
      err: `strict decoding error: ${strict.join(', ')}`,
    })
  return { value: decoded.value, given: value }
}

function parseDocument(text: string): { value: Record<string, unknown>; strictError: string | undefined } {
  const { value, strictError } = parseYaml(text)
  if (isObject(value)) return { value, strictError }
  const kind = Array.isArray(value) ? 'array' : typeof value
  throw new Error(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${kind} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  )
}
