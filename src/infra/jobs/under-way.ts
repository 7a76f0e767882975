/** Subjects that a process has in progress, by class and platform, and the capacity that is left. */
import type { Room, UnderWay as Share } from './claim.ts'
import { JOB_CLASSES, type JobClass, LIMITS, type Limit } from './classes.ts'

export class UnderWay {
  readonly #limits: Readonly<Record<JobClass, Limit>>
  readonly #totals: Record<JobClass, number> = { money: 0, webhooks: 0, other: 0 }
  readonly #platforms = new Map<string, { -readonly [Name in keyof Share]: Share[Name] }>()
  /** Classes in which jobs were left for lack of capacity. */
  readonly #lacking = new Set<JobClass>()

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /** Whether a job may start; if not, its class is noted as lacking capacity. */
  hasRoom(jobClass: JobClass, platformId: string): boolean {
    const { total, perPlatform } = this.#limits[jobClass]
    const has =
      this.#totals[jobClass] < total && (this.#platforms.get(`${jobClass}/${platformId}`)?.subjects ?? 0) < perPlatform
    if (!has) this.#lacking.add(jobClass)
    return has
  }

  begin(jobClass: JobClass, platformId: string, subjects: number): void {
    const at = `${jobClass}/${platformId}`
    const platform = this.#platforms.get(at) ?? { class: jobClass, platformId, subjects: 0 }
    platform.subjects += subjects
    this.#platforms.set(at, platform)
    this.#totals[jobClass] += subjects
  }

  /** @returns whether to claim again: usage fell to half of a limit, and jobs were left */
  end(jobClass: JobClass, platformId: string, subjects: number): boolean {
    const at = `${jobClass}/${platformId}`
    const platform = this.#platforms.get(at) as { subjects: number }
    const before = { platform: platform.subjects, total: this.#totals[jobClass] }
    platform.subjects -= subjects
    this.#totals[jobClass] -= subjects
    if (platform.subjects === 0) this.#platforms.delete(at)
    const { total, perPlatform } = this.#limits[jobClass]
    const falls = (from: number, to: number, half: number) => from > half && to <= half
    const isWorthALook =
      falls(before.platform, platform.subjects, perPlatform / 2) ||
      falls(before.total, this.#totals[jobClass], total / 2)
    return isWorthALook && this.#lacking.delete(jobClass)
  }

  /** Capacity for a claim, and the subjects in progress. */
  room(): { room: readonly Room[]; underWay: readonly Share[] } {
    const room = JOB_CLASSES.map((jobClass) => {
      const { total, perPlatform } = this.#limits[jobClass]
      return { class: jobClass, free: total - this.#totals[jobClass], perPlatform }
    }).filter(({ free }) => free > 0)
    return { room, underWay: [...this.#platforms.values()].map((share) => ({ ...share })) }
  }

  /** Notes the classes in which a claim has used up the capacity of the class or of a platform: more may be due. */
  noteFull(): void {
    for (const jobClass of JOB_CLASSES)
      if (this.#totals[jobClass] >= this.#limits[jobClass].total) this.#lacking.add(jobClass)
    for (const { class: jobClass, subjects } of this.#platforms.values())
      if (subjects >= this.#limits[jobClass].perPlatform) this.#lacking.add(jobClass)
  }
}
