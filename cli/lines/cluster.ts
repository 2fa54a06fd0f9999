import type { CommandLine } from '../command-line.ts'
import { jsonOption } from './common.ts'

/** The command line of `kepsim cluster`. */
export const clusterLine: CommandLine = {
  name: 'cluster',
  about: "Changes a cluster of 'kepsim up' while it runs, and asks for its state.",
  words: [],
  usages: [
    ['status', 'what runs, of which releases, with which gates'],
    ['upgrade <component=release...>', 'to newer releases: all=1.36, apiserver=1.36, kubelet/node-1=1.35'],
    ['downgrade <component=release...>', 'to older releases, in the order of a downgrade'],
    ['set-gates <gates>', 'restart with these gates in place of those before: A=true,B=false'],
    ['add-node <name>', 'another kubelet with its kube-proxy'],
    ['restart <component>', 'apiserver, kubelet or kube-proxy; kubelet/node-1 for one'],
    ['snapshot <file>', 'write what the store holds'],
    ['restore <file>', 'put the store back to a snapshot'],
    ['logs <component>', 'what one has logged; kubelet/node-1 for that of one node'],
  ],
  options: [
    {
      form: '--cluster <dir>',
      about:
        "its directory, as 'kepsim up' prints it (default: that of $KUBECONFIG, or of the only one that runs)",
    },
    { form: '--release <release>', about: 'of add-node: of the kubelet and kube-proxy' },
    {
      form: '--on <component>',
      about: 'of set-gates: only on apiserver, kubelet or kube-proxy, or one as kubelet/node-1',
    },
    { form: '--for-etcd', about: "of snapshot: write it as 'etcdctl snapshot save' does" },
    jsonOption,
  ],
}

/** The command line of `kepsim down`. */
export const downLine: CommandLine = {
  name: 'down',
  about:
    "Ends a cluster of 'kepsim up', and removes the files of one that was killed. What --data keeps stays.",
  words: [],
  options: [clusterLine.options[0]!, { form: '--all', about: 'every one of this user' }, jsonOption],
}
