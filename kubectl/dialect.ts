// What differs between releases in what kubectl's environment may turn on or off.
import { changing, dialect } from '../featuregates/release-changes.ts'

/** The stage of a feature of kubectl: it is absent, an environment variable turns it on (alpha) or off (beta), or it is there (stable). */
export type FeatureStage = 'absent' | 'alpha' | 'beta' | 'stable'

/** A version that preferences of ~/.kube/kuberc are written in. */
export type KubercVersion = 'kubectl.config.k8s.io/v1alpha1' | 'kubectl.config.k8s.io/v1beta1'

/** Differences between releases in the features of kubectl that environment variables switch. */
export const kubectlDialect = dialect('kubectl', {
  kuberc: changing<FeatureStage>(
    'absent',
    [
      33,
      'alpha',
      'kubectl takes preferences of ~/.kube/kuberc where KUBECTL_KUBERC is true (KEP-3104, alpha)',
    ],
    [
      34,
      'beta',
      'kubectl takes preferences of ~/.kube/kuberc unless KUBECTL_KUBERC is false (KEP-3104, beta)',
    ],
  ),
  kubercVersions: changing<readonly KubercVersion[]>(
    ['kubectl.config.k8s.io/v1alpha1'],
    [
      34,
      ['kubectl.config.k8s.io/v1alpha1', 'kubectl.config.k8s.io/v1beta1'],
      'kubectl reads preferences of kubectl.config.k8s.io/v1beta1 too (KEP-3104)',
    ],
  ),
  interactiveDelete: changing<FeatureStage>(
    'absent',
    [
      28,
      'alpha',
      'kubectl delete takes --interactive where KUBECTL_INTERACTIVE_DELETE is true (KEP-3895, alpha)',
    ],
    [29, 'stable', 'kubectl delete takes --interactive (KEP-3895, stable)'],
  ),
  customProfiles: changing<FeatureStage>(
    'absent',
    [
      30,
      'alpha',
      'kubectl debug takes --custom, a partial container, where KUBECTL_DEBUG_CUSTOM_PROFILE is true (KEP-4292, alpha)',
    ],
    [
      31,
      'beta',
      'kubectl debug takes --custom, a partial container, unless KUBECTL_DEBUG_CUSTOM_PROFILE is false (KEP-4292, beta)',
    ],
    [32, 'stable', 'kubectl debug takes --custom, a partial container (KEP-4292, stable)'],
  ),
  kyaml: changing<FeatureStage>(
    'absent',
    [34, 'alpha', 'kubectl prints --output kyaml where KUBECTL_KYAML is true (KEP-5295, alpha)'],
    [35, 'beta', 'kubectl prints --output kyaml unless KUBECTL_KYAML is false (KEP-5295, beta)'],
  ),
})
