// Which pods' own programs ask the network: they have sent packets by now, whether somebody has looked at the pod or not.
import { commandLine } from './images/images.ts'
import type { Container } from './pod.ts'

const client = /(?:^|[^\w-])(?:curl|dig|nc|netcat|nslookup|wget)(?![\w-])|\bagnhost\s+connect\b/

/** Whether what a container runs by itself names a program that asks the network. */
export const sendsPackets = (container: Container): boolean => client.test(commandLine(container).join(' '))
