"""Seconds of an epoch of the network of NetworkSpeed in PyTorch, one thread, single precision: moments in closed form, or draws of the weights.

Arguments: rows x columns x units, as 41157x9x100; batches, as 100,1000; draws, of which 0 is the closed form; epochs.
"""

import math
import sys
import time

import torch


def closed(net, x):
    """Mean and variance of the output, of ReLU units under independent normal weights."""
    mean, variance = x @ net["mean1"], (x * x) @ torch.exp(2 * net["log_sd1"])
    sd = torch.sqrt(variance)
    z = mean / sd
    cdf = 0.5 * (1 + torch.erf(z / math.sqrt(2)))
    density = torch.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
    one = torch.ones(len(x), 1)
    unit = torch.cat([one, mean * cdf + sd * density], 1)
    square = torch.cat([one, (mean * mean + variance) * cdf + mean * sd * density], 1)
    spread = square @ torch.exp(2 * net["log_sd2"]) + (square - unit * unit).clamp(min=0) @ net["mean2"] ** 2
    return (unit @ net["mean2"])[:, 0], spread[:, 0]


def drawn(net, x, draws):
    """Outputs at draws of the weights."""
    first = net["mean1"] + torch.exp(net["log_sd1"]) * torch.randn(draws, *net["mean1"].shape)
    last = net["mean2"] + torch.exp(net["log_sd2"]) * torch.randn(draws, *net["mean2"].shape)
    return torch.matmul(torch.relu(torch.matmul(x, first)), last[:, 1:])[..., 0] + last[:, :1, 0]


def divergence(net, layer):
    """From normal weights whose variance minimises it, under an inverse gamma hyperprior."""
    mean, log_sd = net["mean" + layer], net["log_sd" + layer]
    square = (mean * mean + torch.exp(2 * log_sd)).sum()
    v = (square + 20) / (mean.numel() + 4)
    return 0.5 * (square / v - mean.numel() - 2 * log_sd.sum() + mean.numel() * torch.log(v)) + 2 * torch.log(v) + 10 / v


def objective(net, x, y, draws, rows):
    """Of a row of a batch."""
    if draws == 0:
        mean, variance = closed(net, x)
        square = ((y - mean) ** 2 + variance).mean()
    else:
        square = ((y - drawn(net, x, draws)) ** 2).mean()
    fit = 0.5 * square * torch.exp(-2 * net["log_noise"]) + net["log_noise"]
    return fit + (divergence(net, "1") + divergence(net, "2")) / rows


def seconds(x, y, units, batch, draws, epochs):
    """Median over the epochs after the first."""
    rows, columns = x.shape
    net = {
        "mean1": torch.randn(columns, units) / math.sqrt(columns),
        "log_sd1": torch.full((columns, units), -4.0),
        "mean2": torch.randn(units + 1, 1) / math.sqrt(units),
        "log_sd2": torch.full((units + 1, 1), -4.0),
        "log_noise": torch.tensor(-1.0),
    }
    for value in net.values():
        value.requires_grad_()
    adam = torch.optim.Adam(net.values(), 0.01)
    times = []
    for _ in range(epochs + 1):
        begin = time.process_time()
        order = torch.randperm(rows)
        for at in range(0, rows, batch):
            part = order[at : at + batch]
            adam.zero_grad()
            objective(net, x[part], y[part], draws, rows).backward()
            adam.step()
        times.append(time.process_time() - begin)
    return sorted(times[1:])[epochs // 2]


def main():
    """Prints a table."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rows, columns, units = (int(size) for size in sys.argv[1].split("x"))
    x = torch.randn(rows, columns)
    y = torch.sin(x[:, 0]) + x[:, 1] * x[:, 2] + 0.3 * torch.randn(rows)
    x = torch.cat([torch.ones(rows, 1), x], 1)
    for batch in sys.argv[2].split(","):
        for draws in sys.argv[3].split(","):
            found = seconds(x, y, units, int(batch), int(draws), int(sys.argv[4]))
            print(f"| {sys.argv[1]} | {batch} | {draws} | {found:.3f} |", flush=True)


if __name__ == "__main__":
    main()
