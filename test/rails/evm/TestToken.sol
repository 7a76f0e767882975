// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {
    ERC20TransferAuthorization
} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20TransferAuthorization.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// Test token with six decimals and authorizations (ERC-3009), as USDC has: OpenZeppelin's ERC-20, and recipients for
/// whom a transfer ends badly.
contract TestToken is ERC20TransferAuthorization {
    mapping(address => bool) public refused;
    mapping(address => bool) public ignored;

    constructor() ERC20("Test USD Coin", "USDC") EIP712("Test USD Coin", "2") {}

    /// As USDC says it.
    function version() external pure returns (string memory) {
        return "2";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// Transfers to the address revert.
    function refuse(address to, bool isRefused) external {
        refused[to] = isRefused;
    }

    /// Transfers to the address succeed and move nothing.
    function ignore(address to) external {
        ignored[to] = true;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        require(!refused[to], "refused");
        return ignored[to] || super.transfer(to, amount);
    }
}
