import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { MonthStep } from './queries';

/** What a step says in numbers, as the server counted; nothing for a step that has none yet. */
export function useFigure() {
  const t = useT();
  const formats = useFormats();
  return ({
    data,
    coefficients,
    checks,
    drafts,
    published,
    paid,
    sent,
    statements,
    state,
  }: MonthStep): string | undefined => {
    if (data)
      return data.sidesNumber > 0
        ? t('month.figure.sites', { ready: data.readyNumber, smart_count: data.sidesNumber })
        : undefined;
    if (coefficients) {
      if (!coefficients.needed) return t('month.figure.notNeeded');
      if (coefficients.status) return t(`enums.CoefficientStatus.${coefficients.status}`);
      return state === 'TODO' ? t('month.figure.toMake') : undefined;
    }
    if (checks) {
      const { blockingNumber: blocking, oddNumber: odd } = checks;
      const found = [
        blocking > 0 && t('month.figure.blocking', { smart_count: blocking }),
        odd > 0 && t('month.figure.odd', { smart_count: odd }),
      ].filter(Boolean);
      if (found.length > 0) return found.join(', ');
      return state === 'DONE' ? t('month.figure.noChecks') : undefined;
    }
    const parts: string[] = [];
    if (sent) {
      if (sent.unsentNumber > 0) parts.push(t('month.figure.unsent', { smart_count: sent.unsentNumber }));
      for (const { channel, state: at, number } of sent.ways) {
        if (at === 'UNKNOWN' || !channel) continue;
        const way = t(`month.figure.way.${channel}`, { smart_count: number });
        const open = at === 'WAITING' || at === 'FAILED';
        parts.push(open ? `${way} (${t(`enums.DeliveryState.${at}`).toLocaleLowerCase()})` : way);
      }
    }
    if (drafts) {
      if (drafts.number > 0) {
        parts.push(t('month.figure.drafts', { smart_count: drafts.number, amount: formats.money(drafts.amountCents) }));
      }
      if (drafts.dueNumber > 0) parts.push(t('month.figure.due', { smart_count: drafts.dueNumber }));
    }
    if (published && published.number > 0) {
      parts.push(
        t('month.figure.published', { smart_count: published.number, amount: formats.money(published.amountCents) }),
      );
      if (published.overdueNumber > 0) parts.push(t('month.figure.overdue', { smart_count: published.overdueNumber }));
    }
    if (paid && paid.number > 0) {
      const amount = formats.money(paid.collectedCents);
      if (paid.overpaidCents > 0)
        parts.push(t('month.figure.collectedMore', { amount, more: formats.money(paid.overpaidCents) }));
      else if (paid.collectedCents > 0) parts.push(t('month.figure.collected', { amount }));
      if (paid.openCents > 0) parts.push(t('month.figure.unpaid', { amount: formats.money(paid.openCents) }));
      if (paid.overdueCents > 0) parts.push(t('month.figure.late', { amount: formats.money(paid.overdueCents) }));
    }
    if (statements) {
      const { dueNumber, draftNumber, draftCents, number, amountCents, openCents, paidCents } = statements;
      if (dueNumber > 0) parts.push(t('month.figure.toState', { smart_count: dueNumber }));
      if (draftNumber > 0)
        parts.push(t('month.figure.statementDrafts', { smart_count: draftNumber, amount: formats.money(draftCents) }));
      if (number > 0) parts.push(t('month.figure.stated', { smart_count: number, amount: formats.money(amountCents) }));
      if (paidCents > 0) parts.push(t('month.figure.paidOut', { amount: formats.money(paidCents) }));
      if (openCents > 0) parts.push(t('month.figure.toPay', { amount: formats.money(openCents) }));
    }
    return parts.join(', ') || undefined;
  };
}
