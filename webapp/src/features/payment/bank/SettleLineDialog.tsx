import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDecimal } from '../../../design/FormFields';
import { RowsSkeleton } from '../../../design/Skeletons';
import { notify } from '../../../design/snackbars';
import { useErrorText, useProblemText, useRefusalTexts } from '../../../design/useProblemText';
import { leftOf, saidOf } from './lines';
import { type BankLine, useBankLine, useFindInvoice, useSettleLine } from './queries';

/** An invoice that a line may be for. */
interface Choice {
  invoiceId: string;
  number: string;
  client: string;
  openCents: number;
  amountCents: number;
  why: string;
}

interface Form {
  amounts: Record<string, number | undefined>;
}

/** Settles invoices by an open line: those that are proposed, and others by their number. */
export function SettleLineDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const ofItem = useProblemText();
  const operation = useOperation();
  const found = useBankLine(operation.id, line.id);
  const settle = useSettleLine(operation.id, line.id);
  const [others, setOthers] = useState<Choice[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  const { control, handleSubmit, setValue, watch } = useForm<Form>({ defaultValues: { amounts: {} } });
  const amounts = watch('amounts');
  const proposed: Choice[] = (found.data?.proposals ?? []).map((p) => ({
    invoiceId: p.invoiceId,
    number: p.number,
    client: p.billableEntityName,
    openCents: p.openCents,
    amountCents: p.amountCents,
    why: p.evidence.map((one) => t(`enums.BankEvidence.${one}`)).join(', '),
  }));
  const choices = [...proposed, ...others.filter((one) => proposed.every((p) => p.invoiceId !== one.invoiceId))];
  const left = leftOf(line);
  const given = chosen.reduce((sum, id) => sum + (amounts[id] ?? 0), 0);
  const choose = (choice: Choice, on: boolean) => {
    setChosen((before) =>
      on ? [...before, choice.invoiceId] : before.filter((invoiceId) => invoiceId !== choice.invoiceId),
    );
    setValue(
      `amounts.${choice.invoiceId}`,
      on ? Math.max(0, Math.min(choice.amountCents, left - given)) || undefined : undefined,
    );
  };
  const submit = handleSubmit(({ amounts: sent }) =>
    settle.mutate(
      chosen.map((invoiceId) => {
        const amountCents = sent[invoiceId];
        return { invoiceId, ...(amountCents !== undefined && { amountCents }) };
      }),
      {
        onSuccess: () => {
          notify(t('payments.bank.settled', { smart_count: chosen.length }));
          onClose();
        },
      },
    ),
  );
  const failure = settle.error ? asApiError(settle.error) : undefined;
  const items = failure?.problem?.errors ?? [];
  return (
    <FormDialog
      title={t('payments.bank.settleTitle', { amount: formats.money(line.amountCents) })}
      confirmLabel={t('payments.bank.settle')}
      pending={settle.isPending}
      disabled={chosen.length === 0}
      width="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <Box>
        <Typography sx={{ fontWeight: 600 }}>
          {[formats.day(line.bookedOn), line.counterparty].filter(Boolean).join(' · ')}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{saidOf(line)}</Typography>
        {line.counterpartyIban && (
          <Typography variant="body2" color="textSecondary">
            {line.counterpartyIban}
          </Typography>
        )}
        {line.reason && (
          <Typography variant="body2" color="textSecondary">
            {t(`enums.BankLineReason.${line.reason}`)}
          </Typography>
        )}
      </Box>
      {failure && (
        <Alert severity="error" role="alert">
          {items.length === 0
            ? words(failure)
            : items.map((item) => (
                <span key={`${item.key} ${item.row}`} style={{ display: 'block' }}>
                  {ofItem(item)}
                </span>
              ))}
        </Alert>
      )}
      {found.isPending && <RowsSkeleton />}
      {found.isSuccess && choices.length === 0 && (
        <Typography color="textSecondary">{t('payments.bank.noProposal')}</Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
        {choices.map((choice) => (
          <Stack
            key={choice.invoiceId}
            component="li"
            direction="row"
            sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
          >
            <FormControlLabel
              sx={{ flex: '1 1 260px', mr: 0 }}
              control={
                <Checkbox
                  checked={chosen.includes(choice.invoiceId)}
                  onChange={({ target }) => choose(choice, target.checked)}
                />
              }
              label={
                <>
                  {choice.number} · {choice.client}
                  <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                    {[t('payments.bank.openOf', { amount: formats.money(choice.openCents) }), choice.why]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </>
              }
            />
            {chosen.includes(choice.invoiceId) && (
              <Box sx={{ width: 150 }}>
                <FormDecimal
                  control={control}
                  name={`amounts.${choice.invoiceId}`}
                  scale={100}
                  unit="€"
                  label={t('payments.bank.amountOf', { number: choice.number })}
                />
              </Box>
            )}
          </Stack>
        ))}
      </Stack>
      <OtherInvoice operationId={operation.id} onFound={(one) => setOthers((before) => [...before, one])} />
      <Typography aria-live="polite" sx={{ fontWeight: 600 }}>
        {t(given > left ? 'payments.bank.beyond' : 'payments.bank.rest', {
          amount: formats.money(Math.abs(left - given)),
        })}
      </Typography>
    </FormDialog>
  );
}

/** Adds an invoice by its number. */
function OtherInvoice({ operationId, onFound }: { operationId: string; onFound: (choice: Choice) => void }) {
  const t = useT();
  const find = useFindInvoice(operationId);
  const [number, setNumber] = useState('');
  const missing = find.isSuccess && !find.data;
  const add = () =>
    find.mutate(number.trim(), {
      onSuccess: (invoice) => {
        if (!invoice?.number) return;
        const openCents = Math.max(0, invoice.amountCents - (invoice.paidCents ?? 0));
        onFound({
          invoiceId: invoice.id,
          number: invoice.number,
          client: invoice.billableEntity.name,
          openCents,
          amountCents: openCents || invoice.amountCents,
          why: '',
        });
        setNumber('');
      },
    });
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <TextField
        id="bank-other-invoice"
        size="small"
        label={t('payments.bank.otherInvoice')}
        value={number}
        error={missing}
        helperText={missing ? t('payments.bank.unknownInvoice') : undefined}
        onChange={({ target }) => setNumber(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            if (number.trim()) add();
          }
        }}
      />
      <Button onClick={add} disabled={number.trim() === ''} loading={find.isPending}>
        {t('payments.bank.addInvoice')}
      </Button>
    </Stack>
  );
}
