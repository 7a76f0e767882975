/** Owns how mail leaves for a platform. */
import type { Mail } from '../../../providers/mailer/port.ts'

/** Hands a mail over for a platform. @param codes that are in it. @throws as `Mailer` */
export type SendMail = (platformId: string, mail: Mail, codes: readonly string[]) => Promise<void>
