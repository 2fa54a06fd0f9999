// Upstream: cmd/kubelet/app/server.go (UnsecuredDependencies), cmd/kubelet/app/plugins_providers.go

import { fileError } from '../../component-base/go/file-error.ts'
import { certificatesError } from '../../component-base/go/x509.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { kubeletStartDialect } from './dialect.ts'
import { hostnameError } from './hostname-error.ts'
import { KubeletStartError } from './kubelet-start-error.ts'
import { tlsError } from './tls.ts'

interface Dependencies {
  release: Release
  logger: Logger
  gates: FeatureGateReader
  config: KubeletConfiguration
  /** --hostname-override */
  hostname: string
  readText: (path: string) => Promise<string>
}

/** In-tree volume plugins that a gate takes out, as long as a release has them. */
const removable = {
  'kubernetes.io/aws-ebs': { gate: 'InTreePluginAWSUnregister', isThere: 'awsEBSPlugin' },
  'kubernetes.io/gce-pd': { gate: 'InTreePluginGCEUnregister', isThere: 'gcePDPlugin' },
  'kubernetes.io/cinder': { gate: 'InTreePluginOpenStackUnregister', isThere: 'cinderPlugin' },
  'kubernetes.io/azure-disk': { gate: 'InTreePluginAzureDiskUnregister', isThere: 'azureDiskPlugin' },
  'kubernetes.io/azure-file': { gate: 'InTreePluginAzureFileUnregister', isThere: 'azureFilePlugin' },
  'kubernetes.io/vsphere-volume': { gate: 'InTreePluginvSphereUnregister', isThere: 'vSphereVolumePlugin' },
  'kubernetes.io/portworx-volume': { gate: 'InTreePluginPortworxUnregister', isThere: 'portworxPlugin' },
  'kubernetes.io/rbd': { gate: 'InTreePluginRBDUnregister', isThere: 'rbdPlugin' },
} as const

const failed = (why: string): KubeletStartError =>
  new KubeletStartError(`failed to construct kubelet dependencies: ${why}`)

/** Checks and logs what the kubelet does when it puts its parts together. Throws KubeletStartError. */
export async function construct(parts: Dependencies): Promise<void> {
  const { release, logger, gates, config, hostname, readText } = parts
  const { kubeletCgroups = '', kubeReservedCgroup = '' } = config
  if (kubeletCgroups !== '' && kubeReservedCgroup !== '' && !kubeletCgroups.startsWith(kubeReservedCgroup))
    logger.logS('I', 'unsupported configuration:KubeletCgroups is not within KubeReservedCgroup')
  const dialect = kubeletStartDialect(release.minor)
  const badHostname = dialect.hostnameFirst ? hostnameError(hostname) : undefined
  if (badHostname !== undefined) throw failed(badHostname)
  const wrong = tlsError(config, release.minor, logger)
  if (wrong !== undefined) throw failed(wrong)
  const clientCA = config.authentication?.x509?.clientCAFile ?? ''
  if (clientCA !== '' && dialect.readsClientCA) {
    const text = await readText(clientCA).catch((error: unknown) => {
      throw failed(`unable to load client CA file ${clientCA}: ${fileError(error, 'open', clientCA)}`)
    })
    const bad = certificatesError(text)
    if (bad !== undefined)
      throw failed(`unable to load client CA file ${clientCA}: error creating pool from ${clientCA}: ${bad}`)
  }
  if (dialect.checksMigration) tellUnmigrated(logger, gates)
  for (const [plugin, { gate, isThere }] of Object.entries(removable))
    if (dialect[isThere] && gateEnabled(gates, gate))
      tellSkipped(logger, plugin, gate, dialect.quotesPluginGate)
}

const migrations = ['AWS', 'GCE', 'OpenStack', 'AzureDisk', 'AzureFile', 'vSphere', 'Portworx', 'RBD']

/** Upstream: pkg/volume/csimigration CheckMigrationFeatureFlags */
function tellUnmigrated(logger: Logger, gates: FeatureGateReader): void {
  if (gateEnabled(gates, 'CSIMigration')) return
  for (const gate of migrations.map((name) => `CSIMigration${name}`).filter((one) => gateEnabled(gates, one)))
    logger.logS(
      'I',
      'Unexpected CSI Migration Feature Flags combination detected, CSI Migration may not take effect',
      { err: `enabling ${JSON.stringify(gate)} requires CSIMigration to be enabled` },
    )
}

function tellSkipped(logger: Logger, plugin: string, gate: string, quoted: boolean): void {
  const message = 'Skipped registration of plugin since feature flag is enabled'
  if (quoted) logger.logS('I', message, { pluginName: plugin, featureFlag: gate })
  else logger.log('I', `${formatStructured(message, { pluginName: plugin })} featureFlag=${gate}`)
}
