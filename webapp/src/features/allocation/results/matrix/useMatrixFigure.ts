import { milliWhPerKWh } from '@openpmo/ui/formats/energy';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useFigures } from '../useFigures';
import {
  decimalsFor,
  type Figure,
  largestCell,
  type MatrixSide,
  type MatrixTable,
  type MatrixUnit,
  partOf,
} from './matrix';

/** How a cell is written in the chosen unit, below a heading or alone, and in the other one. */
export function useMatrixFigure(table: MatrixTable, side: MatrixSide, unit: MatrixUnit) {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  return useMemo(() => {
    const decimals = decimalsFor(largestCell(table.rows) / milliWhPerKWh);
    const signed = side === 'difference';
    const energy = ({ milliWh }: Figure) => {
      const text = figures.bare(milliWh, milliWh === 0 ? 0 : decimals);
      return signed ? figures.change(milliWh, text) : text;
    };
    const part = (figure: Figure) => (signed ? figures.rateChange(partOf(figure)) : figures.rate(partOf(figure)));
    const whole = ({ milliWh }: Figure) => {
      if (milliWh === undefined) return t('formats.none');
      return signed ? figures.energyChange(milliWh) : formats.energy(milliWh);
    };
    const size = (value: number | undefined) => Math.abs(value ?? 0);
    return unit === 'energy'
      ? { figure: energy, alone: whole, other: part, weight: ({ milliWh }: Figure) => size(milliWh) }
      : { figure: part, alone: part, other: whole, weight: (figure: Figure) => size(partOf(figure)) };
  }, [t, formats, figures, table, side, unit]);
}
