import type { Invoice } from './queries';

export interface Moment {
  step: 'drafted' | 'published' | 'sent' | 'due' | 'paid' | 'cancelled';
  state: 'done' | 'open' | 'late';
  day?: string;
  instant?: string;
}

/** The way of an invoice. What is not charged is never published, and what was cancelled is owed no more. */
export function timelineOf(invoice: Invoice): Moment[] {
  const { status, type, createdAt, issueDate, dueDate, overdue, paymentStatus, delivery } = invoice;
  const moments: Moment[] = [{ step: 'drafted', state: 'done', instant: createdAt }];
  if (type === 'STATEMENT' || status === 'NOT_CHARGED') return moments;
  moments.push({ step: 'published', state: issueDate ? 'done' : 'open', ...(issueDate ? { day: issueDate } : {}) });
  if (issueDate && delivery?.state !== 'UNKNOWN') moments.push(sentOf(delivery));
  if (status === 'CANCELLED') return [...moments, { step: 'cancelled', state: 'done' }];
  if (type === 'CREDIT_NOTE') return moments;
  const paid = paymentStatus === 'SUCCEEDED';
  if (dueDate) moments.push({ step: 'due', state: paid ? 'done' : overdue ? 'late' : 'open', day: dueDate });
  moments.push({ step: 'paid', state: paid ? 'done' : 'open' });
  return moments;
}

/** Whether it has left for its client, and when. */
function sentOf(delivery: Invoice['delivery']): Moment {
  if (!delivery || delivery.state === 'WAITING') return { step: 'sent', state: 'open' };
  return { step: 'sent', state: delivery.state === 'FAILED' ? 'late' : 'done', instant: delivery.at };
}
