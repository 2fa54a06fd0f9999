// Upstream: cmd/kube-apiserver/app/server.go (the part about admission)
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { type AdmissionConfiguration, admissionConfiguration } from './admission-configuration.ts'
import type { ApiserverConfig } from './apiserver-config.ts'
import { optionsDialect } from './dialect.ts'
import { StartupError } from './startup-error.ts'

/** Upstream: plugin/pkg/admission/securitycontext/scdeny/admission.go */
function checkContextDeny(enabled: readonly string[], gates: FeatureGateReader, minor: number): void {
  const name = 'SecurityContextDeny'
  if (!enabled.includes(name) || !optionsDialect(minor).contextDenyNeedsGate || gateEnabled(gates, name))
    return
  throw new StartupError(
    `failed to apply admission: couldn't init admission plugin "${name}": ${name} admission controller is an alpha feature, planned to be removed, and requires the ${name} feature gate to be enabled, see https://k8s.io/docs/reference/access-authn-authz/admission-controllers/#securitycontextdeny for more information`,
  )
}

/** The configuration of the enabled admission plugins. Throws StartupError where one of them cannot be made with it. */
export const configureAdmission = (
  {
    flags,
    gates,
    release,
    readFile,
    readFolder,
  }: Pick<ApiserverConfig, 'flags' | 'gates' | 'release' | 'readFile' | 'readFolder'>,
  enabled: readonly string[],
): AdmissionConfiguration => {
  try {
    checkContextDeny(enabled, gates, release.minor)
    return admissionConfiguration(enabled, {
      path: flags.string('admission-control-config-file'),
      minor: release.minor,
      tolerationSeconds: {
        notReady: flags.number('default-not-ready-toleration-seconds', 300),
        unreachable: flags.number('default-unreachable-toleration-seconds', 300),
      },
      gates,
      readFile,
      readFolder,
    })
  } catch (error) {
    const [frame, older] = ['failed to apply admission', 'failed to initialize admission']
    if (!(error instanceof StartupError) || !optionsDialect(release.minor).initializesAdmission) throw error
    if (!error.message.startsWith(frame)) throw error
    throw new StartupError(older + error.message.slice(frame.length), { cause: error })
  }
}
