import { parseKubeconfig } from '../../client/kubeconfig.ts'
import type { Machine } from './machine.ts'

/** Writes the certificates that components and scripts look for beside a kubeconfig: the CA under its names, the administrator's pair. */
export async function writeAuthorities(machine: Machine, dir: string, kubeconfig: string): Promise<void> {
  const { ca = '', cert = '', key = '' } = parseKubeconfig(kubeconfig)
  for (const name of ['ca.crt', 'client-ca.crt', 'server-ca.crt'])
    await machine.writeFile(`${dir}/${name}`, ca)
  await machine.writeFile(`${dir}/client-admin.crt`, cert)
  await machine.writeFile(`${dir}/client-admin.key`, key)
}
