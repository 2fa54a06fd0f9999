/** The flags of an etcd that is alone. URLs as `http://127.0.0.1:2379`. */
export const etcdArguments = (dataDir: string, clientUrl: string, peerUrl: string): string[] => [
  `--data-dir=${dataDir}`,
  `--listen-client-urls=${clientUrl}`,
  `--advertise-client-urls=${clientUrl}`,
  `--listen-peer-urls=${peerUrl}`,
  `--initial-advertise-peer-urls=${peerUrl}`,
  `--initial-cluster=default=${peerUrl}`,
  '--log-level=error',
]
