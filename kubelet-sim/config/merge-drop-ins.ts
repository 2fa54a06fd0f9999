// Upstream: cmd/kubelet/app/server.go (mergeKubeletConfigurations)

import type { JsonObject } from '../../apimachinery/json.ts'
import { applyMergePatch } from '../../apimachinery/patch/merge-patch.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import { KubeletStartError } from '../options/kubelet-start-error.ts'
import { gvkText, keepEmpty } from './decode-config.ts'
import { kubeletConfigDialect } from './dialect.ts'
import type { KubeletConfiguration } from './kubelet-configuration.ts'
import type { LoadOptions } from './load-config.ts'

/** The options of reading a configuration, with access to the folder of its drop-in files. */
export interface MergeOptions extends LoadOptions {
  /** All files below a folder, in the order of a walk by name. Rejects where it cannot be read. */
  listFiles: (folder: string) => Promise<string[]>
}

const version = 'kubelet.config.k8s.io/v1beta1'

/** Lays the `.conf` files of `--config-dir` over the configuration, one JSON merge patch after the other. Throws KubeletStartError. */
export async function mergeDropIns(
  base: KubeletConfiguration,
  folder: string,
  options: MergeOptions,
): Promise<KubeletConfiguration> {
  let merged = structuredClone(base) as JsonObject
  for (const [field, value] of Object.entries(merged))
    if (Array.isArray(value) && value.length === 0) delete merged[field]
  try {
    for (const path of await filesOf(folder, options)) {
      if (!/\.conf$/.test(path)) continue
      const patch = await dropIn(path, options)
      merged = applyMergePatch(merged, patch) as JsonObject
    }
  } catch (error) {
    throw failure(`failed to walk through kubelet dropin directory "${folder}": ${(error as Error).message}`)
  }
  const { kind: _kind, apiVersion: _version, ...fields } = merged
  try {
    const scheme = new ComponentConfigScheme(options.release.facts)
    const decoded = scheme.decode(version, 'KubeletConfiguration', fields).value as KubeletConfiguration
    keepEmpty(decoded, fields)
    return kubeletConfigDialect(options.release.minor).defaultsDropIns ? options.defaulted(decoded) : decoded
  } catch (error) {
    if (error instanceof KubeletStartError) throw error
    throw failure(`failed to unmarshal merged JSON into kubelet configuration: ${(error as Error).message}`)
  }
}

const failure = (why: string): KubeletStartError =>
  new KubeletStartError(`failed to merge kubelet configs: ${why}`)

async function filesOf(folder: string, options: MergeOptions): Promise<string[]> {
  try {
    return await options.listFiles(folder)
  } catch (error) {
    throw new Error(fileError(error, 'lstat', folder))
  }
}

async function dropIn(name: string, options: MergeOptions): Promise<JsonObject> {
  const path = options.absolute(name)
  const fail = (why: string): Error => new Error(`failed to load kubelet dropin file, path: ${name}, ${why}`)
  try {
    const text = await options.readText(path).catch((error: unknown) => {
      throw new Error(
        `failed to read drop-in kubelet config file "${path}", error: ${fileError(error, 'open', path)}`,
      )
    })
    if (text.length === 0) throw new Error(`kubelet config file "${path}" was empty`)
    return readDropIn(text, options.release.minor)
  } catch (error) {
    if (error instanceof UnknownKindError) throw fail(`unknown apiVersion/kind: ${error.message}`)
    throw fail(`error: ${(error as Error).message}`)
  }
}

class UnknownKindError extends Error {}

function readDropIn(text: string, minor: number): JsonObject {
  const { value, apiVersion, kind, strictErrors } = readDocument(text)
  if (strictErrors.length > 0) throw new Error(`strict decoding error: ${strictErrors.join(', ')}`)
  const { checksDropInKind } = kubeletConfigDialect(minor)
  if (checksDropInKind && (apiVersion !== version || kind !== 'KubeletConfiguration'))
    throw new UnknownKindError(gvkText(apiVersion, kind))
  return value
}
