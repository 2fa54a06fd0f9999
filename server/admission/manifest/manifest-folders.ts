// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/{policy,webhook}/generic (ValidateInitialization)
import { goQuote } from '../../../apimachinery/field-error.ts'
import { StartupError } from '../../options/startup-error.ts'
import type { ManifestPlugin } from '../../options/static-manifests.ts'
import { ManifestFolder, type ManifestParts } from './manifest-folder.ts'
import type { ManifestRules } from './manifest-objects.ts'
import { policyManifests, webhookManifests } from './manifest-rules.ts'

const rules: Readonly<Record<ManifestPlugin, ManifestRules>> = {
  MutatingAdmissionPolicy: policyManifests('MutatingAdmissionPolicy'),
  MutatingAdmissionWebhook: webhookManifests('MutatingWebhookConfiguration'),
  ValidatingAdmissionPolicy: policyManifests('ValidatingAdmissionPolicy'),
  ValidatingAdmissionWebhook: webhookManifests('ValidatingWebhookConfiguration'),
}

/** The folders of manifests of a server, by the plugins that obey them. */
export type ManifestFolders = Partial<Record<ManifestPlugin, ManifestFolder>>

/** Reads the folders that are configured, and follows them. Throws a {@link StartupError} with upstream's text. */
export function openManifests(
  folders: Readonly<Partial<Record<ManifestPlugin, string>>>,
  parts: ManifestParts,
): ManifestFolders {
  const opened: ManifestFolders = {}
  for (const [plugin, path] of Object.entries(folders) as [ManifestPlugin, string][])
    opened[plugin] = open(plugin, path, parts)
  for (const folder of Object.values(opened)) folder.follow()
  return opened
}

function open(plugin: ManifestPlugin, path: string, parts: ManifestParts): ManifestFolder {
  try {
    return new ManifestFolder(plugin, path, rules[plugin], parts)
  } catch (error) {
    const what = plugin.endsWith('Webhook') ? 'webhook' : 'policy'
    throw new StartupError(
      `failed to apply admission: failed to initialize admission plugin ${goQuote(plugin)}: failed to load static ${what} manifests from ${goQuote(path)}: ${(error as Error).message}`,
      { cause: error },
    )
  }
}
