import { parse } from 'yaml'
import { configGroup } from '../config/read-config.ts'
import type { PreparedKubeProxy } from './prepare-kube-proxy.ts'

/** The body of /configz: the configuration as it is written, under the name of its group. */
export const configzText = ({ configText }: PreparedKubeProxy): string =>
  JSON.stringify({ [configGroup]: parse(configText) as unknown })
