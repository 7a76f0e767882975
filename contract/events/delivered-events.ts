/** Events of one object with their webhook deliveries, as the dashboard's pages show them. */

export interface DeliveredEvent {
  readonly id: string
  readonly type: string
  readonly sequence: number
  /** Of the payment, purchase or card, after the event. */
  readonly status: string
  readonly at: string
  readonly attempts: readonly DeliveryAttempt[]
}

export interface DeliveryAttempt {
  readonly outcome: 'DELIVERED' | 'FAILED' | 'GIVEN_UP'
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly at: string
}
