import { join } from 'node:path'
import { packageRoot } from '../../component-base/package-root.ts'
import { commandLineCases } from './command-lines.ts'
import { compatCases } from './compat.ts'
import { componentCliCases } from './component-cli.ts'
import { controllerStartCases } from './controller-starts.ts'
import { externalIPsCases } from './external-ips.ts'
import { featuregateCases, featuregateOutcomeCases } from './featuregate.ts'
import { flagsCases, flagsOutcomeCases } from './flags.ts'
import { kubeProxyConfigCases } from './kube-proxy-config.ts'
import { kubeletConfigCases } from './kubelet-config.ts'
import { kubeletOutcomeCases } from './kubelet-outcomes.ts'
import type { CaseKind } from './recorded-case.ts'
import { rulesCases } from './rules.ts'
import { serverRunCases } from './server-runs.ts'

/** The folder of the recordings. */
export const recordings = process.env['KEPSIM_CASES'] ?? join(packageRoot, 'e2e/golden/cases')

/** Every kind of recorded cases, cheap ones first. A new kind is a file that exports a CaseKind and a line here. */
export const kinds: readonly CaseKind[] = [
  featuregateCases,
  featuregateOutcomeCases,
  compatCases,
  commandLineCases,
  componentCliCases,
  controllerStartCases,
  serverRunCases,
  externalIPsCases,
  flagsCases,
  flagsOutcomeCases,
  kubeletConfigCases,
  kubeletOutcomeCases,
  kubeProxyConfigCases,
  rulesCases,
]
