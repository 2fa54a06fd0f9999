// Upstream: cmd/kubeadm/app/phases/upgrade/policy.go

import { compare } from 'semver'
import { minorOf } from '../../../component-base/minor.ts'
import { KubeadmError } from './kubeadm-error.ts'

/** The versions that `kubeadm upgrade apply` checks. */
export interface UpgradeVersions {
  /** What the cluster is to be: `1.34.1`, all without `v`. */
  wanted: string
  cluster: string
  kubeadm: string
  kubelets: readonly string[]
}

/** Kubelets may be three minor releases behind. */
const kubeletSkew = 3

/**
 * What speaks against an upgrade: `fatal` always, `skippable` unless --force is given.
 */
export function versionErrors({ wanted, cluster, kubeadm, kubelets }: UpgradeVersions): {
  fatal: string[]
  skippable: string[]
} {
  const fatal: string[] = []
  const skippable: string[] = []
  const [to, from, own] = [minorOf(wanted), minorOf(cluster), minorOf(kubeadm)]
  if (to < own - 1)
    fatal.push(
      `Specified version to upgrade to "v${wanted}" is equal to or lower than the minimum supported version "v${cluster}". Please specify a higher version to upgrade to`,
    )
  if (to > from + 1)
    fatal.push(
      `Specified version to upgrade to "v${wanted}" is too high; kubeadm can upgrade only 1 minor version at a time`,
    )
  if (to < from - 1)
    fatal.push(
      `Specified version to downgrade to "v${wanted}" is too low; kubeadm can downgrade only 1 minor version at a time`,
    )
  if (to > own)
    fatal.push(
      `Specified version to upgrade to "v${wanted}" is at least one minor release higher than the kubeadm minor release (${to} > ${own}). Such an upgrade is not supported`,
    )
  else if (compare(kubeadm, wanted) < 0)
    skippable.push(
      `Specified version to upgrade to "v${wanted}" is higher than the kubeadm version "v${kubeadm}". Upgrade kubeadm first using the tool you used to install kubeadm`,
    )
  if (own > to)
    skippable.push(`Kubeadm version v${kubeadm} can only be used to upgrade to Kubernetes version 1.${own}`)
  const old = [...new Set(kubelets.filter((kubelet) => to > minorOf(kubelet) + kubeletSkew))]
  if (old.length > 0)
    skippable.push(
      `There are kubelets in this cluster that are too old that have these versions [${old.map((v) => `v${v}`).join(' ')}]`,
    )
  return { fatal, skippable }
}

const listed = (errors: readonly string[]): string => errors.map((error) => `\t- ${error}\n`).join('')

/**
 * Checks an upgrade's versions. Throws {@link KubeadmError} for fatal errors, and without `force` for others, which it returns
 * as text.
 * @param subject `the version` or `the --version`
 */
export function enforceVersionPolicies(versions: UpgradeVersions, force: boolean, subject: string): string {
  const { fatal, skippable } = versionErrors(versions)
  if (fatal.length > 0)
    throw new KubeadmError(
      `${subject} argument is invalid due to these fatal errors:\n\n${listed(fatal)}\nPlease fix the misalignments highlighted above and try upgrading again`,
    )
  if (skippable.length === 0) return ''
  if (!force)
    throw new KubeadmError(
      `${subject} argument is invalid due to these errors:\n\n${listed(skippable)}\nCan be bypassed if you pass the --force flag`,
    )
  return `Found ${skippable.length} potential version compatibility errors but skipping since the --force flag is set: \n\n${listed(skippable)}`
}
