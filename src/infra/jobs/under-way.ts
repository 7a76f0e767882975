/** Subjects that a process has in progress, by class and platform, and the capacity that is left. */
import type { Room, UnderWay as Share } from './claim.ts'
import { JOB_CLASSES, type JobClass, LIMITS, type Limit } from './classes.ts'

/** Capacity for a claim. */
interface Capacity {
  readonly room: readonly Room[]
  readonly underWay: readonly Share[]
}

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
  room(): Capacity {
    const room = JOB_CLASSES.map((jobClass) => {
      const { total, perPlatform } = this.#limits[jobClass]
      return { class: jobClass, free: total - this.#totals[jobClass], perPlatform }
    }).filter(({ free }) => free > 0)
    return { room, underWay: [...this.#platforms.values()].map((share) => ({ ...share })) }
  }

  /**
   * Notes the classes in which a claim left no capacity of the class or of a platform, as it was when the claim began:
   * more may be due there.
   * @param claimed one entry for each job, all of them under way
   * @returns whether to claim again now: so much has ended during the claim that `end` will request none
   */
  noteClaim({ room, underWay }: Capacity, claimed: readonly Share[]): boolean {
    let isWorthALook = false
    for (const jobClass of JOB_CLASSES) {
      const { total, perPlatform } = this.#limits[jobClass]
      const ofClass = (shares: readonly Share[]) => shares.filter((share) => share.class === jobClass)
      const left = (room.find((each) => each.class === jobClass)?.free ?? 0) - sumOf(ofClass(claimed))
      const used = new Map<string, number>()
      for (const { platformId, subjects } of ofClass([...underWay, ...claimed]))
        used.set(platformId, (used.get(platformId) ?? 0) + subjects)
      const full = [...used.keys()].filter((platformId) => (used.get(platformId) as number) >= perPlatform)
      if (left > 0 && full.length === 0) continue
      const subjectsOf = (platformId: string) => this.#platforms.get(`${jobClass}/${platformId}`)?.subjects ?? 0
      const isHalfFree =
        (left <= 0 && this.#totals[jobClass] <= total / 2) ||
        full.some((platformId) => subjectsOf(platformId) <= perPlatform / 2)
      if (isHalfFree) isWorthALook = true
      else this.#lacking.add(jobClass)
    }
    return isWorthALook
  }
}

const sumOf = (shares: readonly Share[]) => shares.reduce((sum, { subjects }) => sum + subjects, 0)
