import { asApiError, type ProblemItem } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { useSubscribe } from './queries';
import type { SubscribeForm } from './schema';
import { type Pair, type Refusal, refusalsOf, withoutRefused } from './subscriptions';

export interface Sending {
  pending: boolean;
  refusals: Refusal[];
  /** A refusal of the whole, that no pair causes. */
  message: string | undefined;
  /** How many pairs remain when the refused ones are left out; sending them is one step. */
  others: number;
  sendOthers: () => void;
  /** Ends what else prices the same energy the day before; where that is why pairs are refused. */
  endOthers: (() => void) | undefined;
  send: (form: SubscribeForm, pairs: readonly Pair[]) => void;
}

/** Sends pairs to the server and keeps what it refuses. */
export function useSendSubscriptions(operationId: string, onSubscribed: () => void): Sending {
  const t = useT();
  const words = useErrorText();
  const subscribe = useSubscribe();
  const [refused, setRefused] = useState<{
    form: SubscribeForm;
    pairs: readonly Pair[];
    items: readonly ProblemItem[];
  }>();
  const failure = asApiError(subscribe.error);
  const send = (form: SubscribeForm, pairs: readonly Pair[], endOthers = false) => {
    setRefused(undefined);
    const { planId, startDate, endDate } = form;
    const body = {
      planId,
      startDate,
      ...(endDate ? { endDate } : {}),
      ...(endOthers ? { endOthers } : {}),
      pairs: [...pairs],
    };
    subscribe.mutate(
      { params: { path: { operationId } }, body },
      {
        onSuccess: () => {
          notify(t('subscriptions.subscribed', { smart_count: pairs.length }));
          onSubscribed();
        },
        onError: (error) => setRefused({ form, pairs, items: asApiError(error)?.problem?.errors ?? [] }),
      },
    );
  };
  const refusals = refused
    ? refusalsOf(
        refused.items.filter(({ row }) => row !== undefined),
        refused.pairs,
      )
    : [];
  const twice = refusals.some(({ problem }) => problem.key === 'subscription.energyTwice');
  const remaining = refused ? withoutRefused(refused.pairs, refusals) : [];
  return {
    pending: subscribe.isPending,
    refusals,
    message: failure && refusals.length === 0 ? words(failure) : undefined,
    others: refusals.length > 0 ? remaining.length : 0,
    sendOthers: () => refused && send(refused.form, remaining),
    endOthers: refused && twice ? () => send(refused.form, refused.pairs, true) : undefined,
    send: (form, pairs) => send(form, pairs),
  };
}
