// What differs between releases in how a kubelet starts: its flags, and what it checks and says.
import { dialect, since, until } from '../../component-base/dialect.ts'

/** Differences between releases in the kubelet's flags, and in the checks and log lines of its start. */
export const kubeletStartDialect = dialect('kubelet start', {
  suggestsFullEndpointURL: until(
    31,
    'the kubelet no longer calls a container runtime endpoint without unix:// deprecated',
  ),
  namesGceDeprecation: until(31, '--cloud-provider=gce is unknown to the kubelet, not deprecated'),
  explainsExternalProviders: since(
    32,
    'the kubelet refuses an in-tree --cloud-provider with the advice to set --cloud-provider=external',
  ),
  ignoresCloudProvider: since(34, 'the kubelet starts with any --cloud-provider: it no longer looks at it'),
  tellsWatchdog: since(34, 'the kubelet logs that it has no systemd watchdog'),
  readsClientCA: until(
    36,
    'the kubelet no longer fails to start where authentication.x509.clientCAFile cannot be read',
  ),
  checksCurves: since(36, 'tlsCurvePreferences of the kubelet takes each curve once, from 1 to 65535'),
})
