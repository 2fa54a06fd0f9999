import { podCertificateRequestRules } from '../certificatesigningrequest/pod-certificate-request.ts'
import { certificateSigningRequestRules } from '../certificatesigningrequest/strategy.ts'
import { clusterTrustBundleRules } from '../certificatesigningrequest/trust-bundle.ts'
import * as certificates from '../tables/certificates.ts'
import { group } from './group.ts'

/** The rows of certificates.k8s.io. */
export const certificatesRows = group('certificates.k8s.io', {
  certificatesigningrequests: {
    rules: certificateSigningRequestRules,
    table: certificates.printCertificateSigningRequest,
  },
  clustertrustbundles: {
    rules: clusterTrustBundleRules,
    table: certificates.printClusterTrustBundle,
    conditionalUpdate: true,
    gate: 'ClusterTrustBundle',
  },
  podcertificaterequests: {
    rules: podCertificateRequestRules,
    table: certificates.printPodCertificateRequest,
    conditionalUpdate: true,
    statusKeepsMeta: true,
    gate: 'PodCertificateRequest',
  },
})
