import { ipAddressRules } from '../ipaddress/strategy.ts'
import { clusterCIDRRules } from '../networking/cluster-cidr.ts'
import { ingressRules } from '../networking/ingress.ts'
import { ingressClassRules } from '../networking/ingress-class.ts'
import { networkPolicyRules } from '../networking/network-policy.ts'
import { serviceCIDRRules } from '../servicecidr/strategy.ts'
import * as net from '../tables/networking.ts'
import { group } from './group.ts'

/** The rows of networking.k8s.io. */
export const networkingRows = group('networking.k8s.io', {
  ingressclasses: { rules: ingressClassRules, table: net.printIngressClass, generation: true },
  clustercidrs: { rules: clusterCIDRRules, table: net.printClusterCIDR },
  ingresses: { rules: ingressRules, table: net.printIngress, generation: true, keyPrefix: 'ingress' },
  ipaddresses: { rules: ipAddressRules, table: net.printIPAddress },
  networkpolicies: {
    rules: networkPolicyRules,
    table: net.printNetworkPolicy,
    generation: true,
    countsEmpty: true,
  },
  servicecidrs: { rules: serviceCIDRRules, table: net.printServiceCIDR },
})
