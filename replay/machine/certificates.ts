import { parseKubeconfig } from '../../client/kubeconfig.ts'

interface Disk {
  writeFile(path: string, content: string): Promise<void>
}

/** Writes the certificates that components and scripts look for beside a kubeconfig: the CA under its names, the administrator's pair. */
export async function writeAuthorities(disk: Disk, dir: string, kubeconfig: string): Promise<void> {
  const { ca = '', cert = '', key = '' } = parseKubeconfig(kubeconfig)
  for (const name of ['ca.crt', 'client-ca.crt', 'server-ca.crt']) await disk.writeFile(`${dir}/${name}`, ca)
  await disk.writeFile(`${dir}/client-admin.crt`, cert)
  await disk.writeFile(`${dir}/client-admin.key`, key)
}
