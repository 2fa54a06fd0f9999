import type { CommandLine } from '../command-line.ts'
import { featureGatesOption, jsonOption, planOption } from './common.ts'

/** The command line of `kepsim up`. */
export const upLine: CommandLine = {
  name: 'up',
  about:
    'Runs a kube-apiserver, the controllers and nodes until it is interrupted, or with -d until kepsim down.',
  words: [],
  options: [
    { form: '--release <release>', about: 'of every component (default: the newest)' },
    {
      form: '--apiservers <n|releases>',
      about:
        'so many kube-apiservers, or one of each release (1.35,1.36), behind one address (default: one alone)',
    },
    planOption('its releases may then be named'),
    {
      form: '--nodes <n>',
      type: 'int',
      about: 'kubelets with their kube-proxies',
      default: '1',
      shownDefault: '1',
    },
    featureGatesOption,
    {
      form: '--data <dir>',
      about: 'keep the store there; the next start may be of another release (default: temporary)',
    },
    {
      form: '--etcd-servers <url>',
      type: 'strings',
      about:
        'keep the objects in this etcd, as a real kube-apiserver does; several, with commas, are members of one',
    },
    { form: '--etcd-prefix <prefix>', about: 'of all keys in it (default: /registry)' },
    { form: '--etcd-cafile <file>', about: 'of --etcd-servers: who signed its certificate' },
    { form: '--etcd-certfile <file>', about: 'of --etcd-servers: the certificate to show it' },
    { form: '--etcd-keyfile <file>', about: 'of --etcd-servers: the key of that certificate' },
    {
      form: '--webhook <ns/name=url>',
      many: true,
      about: 'where webhooks of a Service are answered, as default/hooks=https://127.0.0.1:9443; repeatable',
    },
    {
      form: '--metrics',
      about:
        "metrics-server's API, for kubectl top and autoscalers: usage is what annotations say of pods and nodes, as kepsim.dev/cpu-usage: 250m",
    },
    {
      form: '--metrics-usage <usage>',
      about: 'what containers use that no annotation speaks of, as cpu=5m,memory=16Mi (default: nothing)',
    },
    {
      form: '--port <port>',
      type: 'int',
      about: 'of the kube-apiserver (default: a free one)',
      default: '0',
    },
    { form: '--http', about: 'serve without TLS' },
    {
      form: '--kubeconfig <file>',
      about: "write the administrator's kubeconfig there (default: a private temporary file)",
    },
    {
      form: '--etcd-socket <file>',
      about: 'serve the store as an etcd on a Unix socket, for etcdctl (default: it is not served)',
    },
    {
      form: '--config <file>',
      about:
        "nodes, releases and gates as a file of kind's says (kind: Cluster, kind.x-k8s.io/v1alpha4): the release is the tag of a node's image",
    },
    {
      form: '--wait <duration>',
      about:
        'how long every node may take to be Ready, as 60s; exit code 2 where one is not (default: it is not waited for)',
    },
    { form: '--detach', short: 'd', about: "go on in the background once it serves; 'kepsim down' ends it" },
    { form: '--detached' },
    { form: '--verbose', short: 'v', about: 'print what the components log' },
    jsonOption,
  ],
}
