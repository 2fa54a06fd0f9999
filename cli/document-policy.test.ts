import { describe, expect, it } from 'vitest'
import { refusedInDocument } from './document-policy.ts'

const refused = (line: string): string | undefined => refusedInDocument(line.split(' ').slice(1))

describe('what kepsim may do for a document', () => {
  it.each([
    'kepsim --version',
    'kepsim gates DisableNodeKubeProxyVersion --output json',
    'kepsim gates lint gates.yaml',
    'kepsim diff 1.33 1.34 --behaviour',
    'kepsim plan show kep-5707',
    'kepsim replay upgrade.md --junit=results.xml --html report.html',
    'kepsim replay docs/upgrade.md --kubectl builtin',
    'kepsim replay upgrade.md --kubectl=builtin --branch master=1.31.0',
    'kepsim transcript page.md --update',
    'kepsim skew --help',
    'kepsim plan walk -h',
    'kepsim kube-proxy rules trace --input web.yaml --from 10.244.0.7 --to 10.0.0.10:80/tcp',
  ])('%s is run', (line) => expect(refused(line)).toBeUndefined())

  it.each([
    ['kepsim skew x.mjs --list', /^skew runs modules or opens sockets$/],
    ['kepsim path x.ts', /^path runs/],
    ['kepsim skew m.mjs --only -h', /^skew runs/],
    ['kepsim kubectl --kubeconfig k get --raw / -n -h', /^kubectl runs/],
    ['kepsim kube-proxy rules --kubeconfig k --node -h', /^--kubeconfig is of/],
    ['kepsim node-api serve', /^node-api runs/],
    ['kepsim plan walk kep-5707', /^plan walk runs/],
    ['kepsim kube-proxy --config proxy.yaml', /^kube-proxy runs/],
    ['kepsim kube-proxy rules --diff --input --config proxy.yaml', /^--config is of its reader's machine$/],
    ['kepsim kube-proxy rules --kubeconfig=k', /^--kubeconfig=k is of/],
    ['kepsim replay upgrade.md --kubectl host', /^--kubectl is of its reader's machine$/],
    ['kepsim replay upgrade.md --kubectl=/bin/sh', /^--kubectl=\/bin\/sh is of/],
    ['kepsim replay upgrade.md --shell', /^--shell is of/],
    ['kepsim transcript page.md --allow-host', /^--allow-host is of/],
    ['kepsim replay /etc/passwd', /^\/etc\/passwd: it sees the files of its working directory only$/],
    ['kepsim replay a.md --html=/tmp/x.html', /working directory only$/],
    ['kepsim replay a.md --html ../x.html', /working directory only$/],
    ['kepsim replay docs/../../x.md', /working directory only$/],
    ['kepsim gates lint ~/gates.yaml', /working directory only$/],
  ])('%s is refused', (line, reason) => expect(refused(line)).toMatch(reason))
})
