import { parseKubeconfig } from '../../client/kubeconfig.ts'

interface Disk {
  writeFile(path: string, content: string): Promise<void>
}

/** Writes the certificates that scripts give etcdctl on a node of kubeadm. @param dir `/etc/kubernetes/pki` */
export async function writeEtcdCertificates(disk: Disk, dir: string, kubeconfig: string): Promise<void> {
  const { ca = '', cert = '', key = '' } = parseKubeconfig(kubeconfig)
  await disk.writeFile(`${dir}/etcd/ca.crt`, ca)
  for (const name of ['etcd/server', 'etcd/peer', 'etcd/healthcheck-client', 'apiserver-etcd-client']) {
    await disk.writeFile(`${dir}/${name}.crt`, cert)
    await disk.writeFile(`${dir}/${name}.key`, key)
  }
}

/** Writes the certificates that components and scripts look for beside a kubeconfig: the CA under its names, the administrator's pair. */
export async function writeAuthorities(disk: Disk, dir: string, kubeconfig: string): Promise<void> {
  const { ca = '', cert = '', key = '' } = parseKubeconfig(kubeconfig)
  for (const name of ['ca.crt', 'client-ca.crt', 'server-ca.crt']) await disk.writeFile(`${dir}/${name}`, ca)
  await disk.writeFile(`${dir}/client-admin.crt`, cert)
  await disk.writeFile(`${dir}/client-admin.key`, key)
}
